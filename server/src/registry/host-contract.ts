import { type HostContract, parseContract } from '@fridge/shared-contracts/page';

export const textOf = ({ major, minor }: HostContract): string => `${major}.${minor}`;

/** Which host asks for `/remotes.json`; `3` is 3.0. @returns `null` unless the address says it once, and as a contract */
export function askedContract(url: string): HostContract | null {
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  const [asked = '', ...more] = new URLSearchParams(query).getAll('contract');
  return more.length > 0 ? null : parseContract(asked.includes('.') ? asked : `${asked}.0`);
}
