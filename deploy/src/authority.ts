import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const openssl = (folder: string, line: string) => promisify(execFile)('openssl', line.split(' '), { cwd: folder });

/** What an authority of the test sent: files, and how a browser that knows no authority trusts the certificate. */
export type Certificate = { fullchain: string; privkey: string; authority: string; publicKeyHash: string };

/** A certificate for the names, by an authority made for it. @param folder to write both into */
export async function makeCertificate(folder: string, names: readonly string[]): Promise<Certificate> {
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
  await openssl(folder, `req -x509 ${key} -keyout authority.key -out authority.pem -days 30 -subj /CN=Authority`);
  await openssl(folder, `req ${key} -keyout privkey.pem -out request.pem -subj /CN=${names[0] ?? ''}`);
  const extensions = ['basicConstraints=CA:FALSE', `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`];
  await writeFile(join(folder, 'extensions'), extensions.join('\n'));
  const by = '-CA authority.pem -CAkey authority.key -CAcreateserial';
  await openssl(folder, `x509 -req -in request.pem ${by} -out fullchain.pem -days 20 -extfile extensions`);
  const paths = ['fullchain.pem', 'privkey.pem', 'authority.pem'].map((name) => join(folder, name));
  const [fullchain = '', privkey = '', authority = ''] = paths;
  const { publicKey } = new X509Certificate(await readFile(fullchain));
  const hash = createHash('sha256').update(publicKey.export({ type: 'spki', format: 'der' }));
  return { fullchain, privkey, authority, publicKeyHash: hash.digest('base64') };
}
