import { readFile, writeFile } from 'node:fs/promises';
import * as v from 'valibot';

const handoverSchema = v.object({
  /** Of `shareNetwork`. */
  socket: v.string(),
  /** The release's folder on this machine. */
  release: v.string(),
  /** Of the certificate, base64 of SHA-256: what Chromium trusts. */
  publicKeyHash: v.string(),
  /** PEM; of the team that has the four remotes. */
  teamKey: v.string(),
  /** Files of /etc/fridge/secrets by name. */
  secrets: v.record(v.string(), v.string()),
});
/** What Playwright's workers get to know of the site. */
export type Handover = v.InferOutput<typeof handoverSchema>;

export const writeHandover = (path: string, handover: Handover): Promise<void> =>
  writeFile(path, JSON.stringify(handover), { mode: 0o600 });

/** @throws outside of `npm run test:deployed` */
export async function readHandover(): Promise<Handover> {
  const path = process.env['DEPLOYED_SITE'];
  if (path === undefined) throw new Error('These stories need a site: npm run test:deployed');
  return v.parse(handoverSchema, JSON.parse(await readFile(path, 'utf8')));
}
