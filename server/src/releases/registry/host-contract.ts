import { contractVersion, type HostContract, parseContract } from '@fridge/shared-contracts/page';

/**
 * Of this program's host, and of the hosts before and after it: their pages ask this process too during a deployment.
 */
export const servedContracts: readonly HostContract[] = [
  contractVersion,
  { major: contractVersion.major - 1, minor: Number.MAX_SAFE_INTEGER },
  { major: contractVersion.major + 1, minor: Number.MAX_SAFE_INTEGER },
];

export const textOf = ({ major, minor }: HostContract): string => `${major}.${minor}`;

/** For which host `/remotes.json` is asked. @returns `null` unless the address says a contract */
export const askedContract = (url: string): HostContract | null =>
  parseContract(new URLSearchParams(/\?.*/.exec(url)?.[0]).get('contract') ?? '');
