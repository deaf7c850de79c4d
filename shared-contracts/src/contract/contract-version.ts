/** The version of this contract that the host speaks. A remote is built for one of them. */
export const contractVersion = { major: 3, minor: 0 } as const;
export const contractText = `${contractVersion.major}.${contractVersion.minor}`;

/**
 * How a remote built for `required` stands to a host that speaks `offered`.
 * - `fits`: the same major version, and no minor version that the host doesn't know yet
 * - `outdated`: built for an earlier major version: its team has to publish again, the user can only wait
 * - `tooNew`: built for a later version than this host speaks
 * - `unreadable`: no version at all
 */
export type Compatibility = 'fits' | 'outdated' | 'tooNew' | 'unreadable';

export function compatibility(required: string, offered: { major: number; minor: number } = contractVersion): Compatibility {
  const match = /^(\d{1,4})\.(\d{1,4})$/.exec(required);
  if (match === null) return 'unreadable';
  const [major, minor] = [Number(match[1]), Number(match[2])];
  if (major === offered.major) return minor <= offered.minor ? 'fits' : 'tooNew';
  return major < offered.major ? 'outdated' : 'tooNew';
}
