import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const REPOSITORY = join(import.meta.dirname, '../../..');

/** Writes a release with its libraries, as docs/operations.md tells; or takes the one in the folder `RELEASE`. */
export async function prepareRelease(
  print: (line: string) => void,
): Promise<{ folder: string; remove: () => Promise<void> }> {
  const given = process.env['RELEASE'];
  if (given !== undefined) return { folder: given, remove: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'fridge-drill-release-'));
  const execute = promisify(execFile);
  print(`writing a release to ${folder}`);
  await execute('npm', ['run', 'release', '--', folder], { cwd: REPOSITORY });
  await execute('npm', ['ci', '--omit=dev', '--prefer-offline'], { cwd: folder });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
