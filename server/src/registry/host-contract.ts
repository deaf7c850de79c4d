import { contractVersion, type HostContract, parseContract } from '@fridge/shared-contracts/page';

/** Of this program's host, and of the hosts before and after it: their pages ask this process too during a deployment. */
export const servedContracts: readonly HostContract[] = [
  contractVersion,
  { major: contractVersion.major - 1, minor: Number.MAX_SAFE_INTEGER },
  { major: contractVersion.major + 1, minor: Number.MAX_SAFE_INTEGER },
];

export const textOf = ({ major, minor }: HostContract): string => `${major}.${minor}`;

/** Which host asks for `/remotes.json`; `3` is 3.0. @returns `null` unless the address says it once, and as a contract */
export function askedContract(url: string): HostContract | null {
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  const [asked = '', ...more] = new URLSearchParams(query).getAll('contract');
  return more.length > 0 ? null : parseContract(asked.includes('.') ? asked : `${asked}.0`);
}
