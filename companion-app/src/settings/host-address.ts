import aes from 'crypto-js/aes';
import utf8 from 'crypto-js/enc-utf8';
import ecb from 'crypto-js/mode-ecb';

/** Parameters of a page's URL (spec section 3, "Page context"). */
export type OpenExtras = {
  /** The native header shows until the page hides it. */
  meijuBanner: boolean;
  card: boolean;
  /** Empty values are left out. */
  context: Readonly<Record<string, string>>;
};

export const noExtras: OpenExtras = { meijuBanner: false, card: false, context: {} };

/**
 * Accepts a path (`/open?x=1`), a hash link (`/#/yearReport`), a URL or a bare word.
 * @returns the URL, `null` outside the host's origin
 */
export function resolveHostAddress(input: string, hostUrl: string, extras: OpenExtras = noExtras): string | null {
  const url = parseUrl(input.trim(), hostUrl);
  if (!url || url.origin !== new URL(hostUrl).origin) return null;
  for (const [name, value] of Object.entries(extras.context)) {
    if (value && !url.searchParams.has(name)) url.searchParams.set(name, value);
  }
  if (extras.meijuBanner) url.searchParams.set('meijuBanner', '1');
  if (extras.card) url.searchParams.set('comeFrom', 'card');
  return url.href;
}

export function hostPath(address: string): string {
  const url = new URL(address);
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Opened from a banner (spec section 2, "meijuBanner"). */
export function startsUnderNativeHeader(address: string): boolean {
  const url = new URL(address);
  const afterHash = new URLSearchParams(url.hash.split('?')[1] ?? '');
  return url.searchParams.get('meijuBanner') === '1' || afterHash.get('meijuBanner') === '1';
}

/** For a second web view: never `javascript:`, `data:` or `file:`. */
export function readWebAddress(input: string, base: string): string | null {
  const url = parseUrl(input.trim(), base);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

const parseUrl = (text: string, base: string): URL | null => (URL.canParse(text, base) ? new URL(text, base) : null);

/** The token has the scope `report`. */
type ReportLinkParts = { userId: string; sn8: string; fridgeId: string; token: string };

/**
 * The parameters of `source=meijuReport` (architecture, "The wire"): user and sn8 encrypted, the token not.
 * @param key 16 characters
 */
export function reportLinkParameters(
  { userId, sn8, fridgeId, token }: ReportLinkParts,
  key: string,
): Record<string, string> {
  return {
    source: 'meijuReport',
    ac: fridgeId,
    at: token,
    userId: encryptParameter(userId, key),
    sn8: encryptParameter(sn8, key),
  };
}

/** AES-128-ECB with PKCS7, base64url without padding. */
export function encryptParameter(text: string, key: string): string {
  const encrypted = aes.encrypt(text, utf8.parse(key), { mode: ecb }).toString();
  return encrypted.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
