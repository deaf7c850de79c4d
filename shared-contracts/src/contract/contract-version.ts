/** The host's contract version. */
export const contractVersion = { major: 3, minor: 0 } as const;
export const contractText = `${contractVersion.major}.${contractVersion.minor}`;

/**
 * Whether a remote built for `required` runs on this host.
 * - `fits`: same major, no later minor version
 * - `outdated`: earlier major version; its team must republish
 * - `tooNew`: later version
 * - `unreadable`: no version
 */
type Compatibility = 'fits' | 'outdated' | 'tooNew' | 'unreadable';

export function compatibility(
  required: string,
  offered: { major: number; minor: number } = contractVersion,
): Compatibility {
  const match = /^(\d{1,4})\.(\d{1,4})$/.exec(required);
  if (match === null) return 'unreadable';
  const [major, minor] = [Number(match[1]), Number(match[2])];
  if (major === offered.major) return minor <= offered.minor ? 'fits' : 'tooNew';
  return major < offered.major ? 'outdated' : 'tooNew';
}
