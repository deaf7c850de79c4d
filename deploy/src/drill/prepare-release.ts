import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '../authority.ts';
import { names, prepareSupplies, type Supplies } from '../site.ts';

/** A release with its libraries, written now or taken from the folder `RELEASE`, and a certificate. */
export async function prepareRelease(
  print: (line: string) => void,
): Promise<{ supplies: Supplies; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'fridge-drill-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const release = process.env['RELEASE'];
  if (release === undefined) return { supplies: await prepareSupplies(folder, print), remove };
  const tls = join(folder, 'tls');
  await mkdir(tls);
  return { supplies: { release, certificate: await makeCertificate(tls, Object.values(names)) }, remove };
}
