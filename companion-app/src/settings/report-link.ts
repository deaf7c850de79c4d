/** The token has the scope `report`. */
type ReportLinkParts = { userId: string; sn8: string; fridgeId: string; token: string };

const BLOCK_BYTES = 16;

/**
 * The parameters of `source=meijuReport` (architecture, "The wire"): user and sn8 encrypted, the token not.
 * @param key 16 characters
 */
export async function reportLinkParameters(
  { userId, sn8, fridgeId, token }: ReportLinkParts,
  key: string,
): Promise<Record<string, string>> {
  const [user, model] = await Promise.all([encryptParameter(userId, key), encryptParameter(sn8, key)]);
  return { source: 'meijuReport', ac: fridgeId, at: token, userId: user, sn8: model };
}

/**
 * AES-128-ECB with PKCS7, base64url without padding. Web Crypto lacks ECB: each block is encrypted as the first of a
 * CBC with a zero vector. Needs a secure context.
 */
export async function encryptParameter(text: string, key: string): Promise<string> {
  const secret = await crypto.subtle.importKey('raw', new TextEncoder().encode(key), 'AES-CBC', false, ['encrypt']);
  const plain = pad(new TextEncoder().encode(text));
  const blocks: Uint8Array[] = [];
  for (let at = 0; at < plain.length; at += BLOCK_BYTES) {
    const algorithm = { name: 'AES-CBC', iv: new Uint8Array(BLOCK_BYTES) };
    const encrypted = await crypto.subtle.encrypt(algorithm, secret, plain.slice(at, at + BLOCK_BYTES));
    blocks.push(new Uint8Array(encrypted, 0, BLOCK_BYTES));
  }
  const bytes = blocks.flatMap((block) => [...block]);
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function pad(bytes: Uint8Array): Uint8Array {
  const missing = BLOCK_BYTES - (bytes.length % BLOCK_BYTES);
  const padded = new Uint8Array(bytes.length + missing).fill(missing);
  padded.set(bytes);
  return padded;
}
