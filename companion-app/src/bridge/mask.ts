const secretKeys = new Set(['accesstoken', 'token', 'wxtoken', 'at', 'authorization']);
const SECRET_IN_ADDRESS = /([?&#](?:accessToken|token|wxToken|at)=)([^&#\s"]*)/gi;
const SHOWS_ITS_END = 12;

/** Masks access tokens, also in URLs, and replaces pictures by their size. */
export function maskForLog(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return maskText(value, key);
  if (Array.isArray(value)) return value.map((item: unknown) => maskForLog(item, key));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, maskForLog(item, name)]));
  }
  return value;
}

function maskText(text: string, key: string): string {
  if (key.toLowerCase() === 'base64') return `<${Math.round((text.length * 3) / 4 / 1024)} KB>`;
  if (text.startsWith('data:')) return `${text.slice(0, 32)}… <${text.length}>`;
  if (secretKeys.has(key.toLowerCase())) return maskSecret(text);
  return text.replace(SECRET_IN_ADDRESS, (_whole, name: string, secret: string) => `${name}${maskSecret(secret)}`);
}

function maskSecret(text: string): string {
  if (text === '') return '';
  return text.length < SHOWS_ITS_END ? '••••' : `••••${text.slice(-4)}`;
}
