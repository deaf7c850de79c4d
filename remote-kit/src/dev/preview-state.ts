/** What the page of a preview's visit is told, as the data of an event. */
export type PreviewState = {
  /** The remote, and the build that the host has: its version in the registry of the visit; `null`: none yet. */
  name: string;
  version: string | null;
  /** What happens with the newest sources. */
  step: 'building' | 'shown' | 'failed' | 'refused' | 'unreachable';
  /** Of `failed`, `refused` and `unreachable`: the reason. */
  detail: string;
};
