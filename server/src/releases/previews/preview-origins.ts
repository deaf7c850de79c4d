/** Names that lead to the browser's own machine, for pages of any origin. A policy can't name `[::1]`. */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1']);

/** @returns whether a team may show builds from there: its developers' own machines, and its origins */
export function isPreviewOrigin(baseUrl: string, teamOrigins: readonly string[]): boolean {
  if (!URL.canParse(baseUrl)) return false;
  const { protocol, hostname, origin, username, password, search, hash } = new URL(baseUrl);
  if (!/^https?:$/.test(protocol) || `${username}${password}${search}${hash}` !== '') return false;
  return LOOPBACK.has(hostname) || teamOrigins.includes(origin);
}
