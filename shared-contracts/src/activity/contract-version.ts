/** The version of this contract that the host speaks. A remote is built for one of them. */
export const contractVersion = { major: 1, minor: 0 } as const;
export const contractText = `${contractVersion.major}.${contractVersion.minor}`;

/**
 * Whether a remote built for `required` runs in a host that speaks `offered`: the same major version, and no minor
 * version that the host doesn't know yet.
 */
export function isCompatible(required: string, offered: { major: number; minor: number } = contractVersion): boolean {
  const match = /^(\d{1,4})\.(\d{1,4})$/.exec(required);
  return match !== null && Number(match[1]) === offered.major && Number(match[2]) <= offered.minor;
}
