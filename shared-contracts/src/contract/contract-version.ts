import { matching } from './fields.ts';

const VERSION = /^(\d{1,4})\.(\d{1,4})$/;
/** Of the contract or the kit. */
export const versionText = matching(VERSION);

/** The host's contract version. */
export const contractVersion = { major: 3, minor: 1 } as const;
export const contractText = `${contractVersion.major}.${contractVersion.minor}`;

/** What a host speaks. */
export type HostContract = { major: number; minor: number };

/** @returns `null` unless it is a version such as `3.1` */
export function parseContract(text: string): HostContract | null {
  const [, major, minor] = VERSION.exec(text) ?? [];
  return major === undefined ? null : { major: Number(major), minor: Number(minor) };
}

/**
 * Whether a remote built for `required` runs on this host.
 * - `fits`: same major, no later minor version
 * - `outdated`: earlier major version; its team must republish
 * - `tooNew`: later version
 * - `unreadable`: no version
 */
export function compatibility(required: string, offered: HostContract = contractVersion) {
  const built = parseContract(required);
  if (built === null) return 'unreadable';
  const { major, minor } = built;
  if (major < offered.major) return 'outdated';
  return major > offered.major || minor > offered.minor ? 'tooNew' : 'fits';
}
