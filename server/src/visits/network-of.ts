import { createHmac, hkdfSync } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';

/** Of 65,536 numbers: enough to tell a few networks apart, far too few to lead back to one. */
const NUMBER_BYTES = 2;
/** An address that is none. */
const UNKNOWN = 'unknown';

/**
 * A number for the network that an address is in (IPv4 by 24 bits, IPv6 by 48: what one household, company or rented
 * machine has), the same in all processes. It serves to see that a few networks alone tell of a fault
 * (`releases/watch/read-sample.ts`); many networks share each number.
 * @param address as the server knows it, behind trusted proxies
 * @param key a secret (`page-id.ts`)
 */
export function networkOf(address: string, key: string): string {
  const secret = Buffer.from(hkdfSync('sha256', key, '', 'network', 32));
  return createHmac('sha256', secret)
    .update(networkIn(address, { ipv4: 3, ipv6: 3 }))
    .digest()
    .toString('hex', 0, NUMBER_BYTES);
}

/** @param groups of the address that make its network: of 8 bits each in IPv4, of 16 in IPv6 */
export function networkIn(address: string, groups: { ipv4: number; ipv6: number }): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(plain)) return plain.split('.').slice(0, groups.ipv4).join('.');
  if (!isIPv6(plain)) return UNKNOWN;
  // As browsers write it, without leading zeros.
  const written = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [first = [], last] = written.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = last === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array<string>(zeros).fill('0'), ...(last ?? [])].slice(0, groups.ipv6).join(':');
}
