import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeRelease } from '../../../ops/src/release.ts';
import { inRepository } from '../../../ops/src/workspace.ts';
import { makeCertificate } from '../authority.ts';
import { makeBase } from './make-base.ts';
import { missingHere } from './missing-here.ts';
import { SITE } from './site.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

const NAMESPACES = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
const TESTS = ['run', '--config', inRepository('deploy/src/container/vitest.config.ts')];

/**
 * `npm run test:container`: what needs the package registries is fetched first; then the tests run in namespaces of
 * their own, without any network, and whatever they started ends with them.
 */
async function main(): Promise<number> {
  const missing = missingHere();
  if (missing !== null) {
    print(`\n*** test:container can't build or run containers here: ${missing} IT IS SKIPPED. ***\n`);
    return process.env['REQUIRE_CONTAINERS'] === '1' ? 1 : 0;
  }
  const folder = await mkdtemp(join(tmpdir(), 'fridge-container-'));
  try {
    const certificates = join(folder, 'tls');
    await mkdir(certificates);
    const [, , { authority }] = await Promise.all([
      prepareRelease(folder),
      makeBase(join(folder, 'base.tar')),
      makeCertificate(certificates, [SITE, `*.${SITE}`]),
    ]);
    const env = { ...process.env, CONTAINER_TEST_FOLDER: folder, NODE_EXTRA_CA_CERTS: authority };
    const command = [process.execPath, inRepository('node_modules/vitest/vitest.mjs'), ...TESTS];
    return spawnSync('unshare', [...NAMESPACES, '--', ...command], { stdio: 'inherit', env }).status ?? 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** With npm's cache beside it, from which `npm ci` installs inside. */
async function prepareRelease(folder: string): Promise<void> {
  const release = join(folder, 'release');
  await writeRelease(release, print);
  const words = ['ci', '--omit=dev', '--no-audit', '--no-fund', '--cache', join(folder, 'npm-cache')];
  execFileSync('npm', words, { cwd: release, stdio: 'pipe' });
  await rm(join(release, 'node_modules'), { recursive: true });
}

process.exitCode = await main();
