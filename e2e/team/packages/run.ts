import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { checkPackages } from './check-packages.ts';

/** `npx tsx e2e/team/packages/run.ts`: packs, and checks what was packed. */
const folder = await mkdtemp(join(tmpdir(), 'fridge-packed-'));
try {
  const { status } = spawnSync('npm', ['run', '--silent', 'pack', '--', folder], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
  else await checkPackages(folder, (line) => console.log(line));
} finally {
  await rm(folder, { recursive: true, force: true });
}
