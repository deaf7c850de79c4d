import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Network, openNetwork } from '../../deploy/src/machines/network.ts';
import { shareNetwork } from '../../deploy/src/machines/shared-network.ts';
import { missingForMachines } from '../../deploy/src/machines/tools.ts';
import { openSite, prepareSupplies } from '../../deploy/src/site.ts';
import { buildAll } from '../../ops/src/build-all.ts';
import { inRepository } from '../../ops/src/workspace.ts';
import { storyBrowser } from '../story-browser.ts';
import { takeFirstSteps } from './first-steps.ts';
import { writeHandover } from './handover.ts';
import { secretsOf } from './site.ts';

const playwrightArguments = process.argv.slice(2).filter((argument) => argument !== '--');
const began = performance.now();
const print = (line: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`);

/** What docs/deploy.md installs, by a file of each package. */
const PACKAGES = {
  nginx: '/usr/sbin/nginx',
  postgresql: '/usr/bin/pg_ctlcluster',
  openssl: '/usr/bin/openssl',
  pgbackrest: '/usr/bin/pgbackrest',
  rclone: '/usr/bin/rclone',
  jq: '/usr/bin/jq',
};

/**
 * `npm run test:deployed [-- playwright arguments]`: sets a site up on a Debian machine as docs/deploy.md says, and
 * runs the stories on its network. The site belongs to this process: it stays whatever becomes of Playwright's workers.
 */
async function main(): Promise<number> {
  const missing = [
    ...missingForMachines(),
    ...Object.entries(PACKAGES).flatMap(([name, file]) => (existsSync(file) ? [] : [name])),
  ];
  if (missing.length > 0) {
    console.error(
      `\n*** test:deployed needs Debian and root; missing here: ${missing.join(', ')}. IT IS SKIPPED. ***\n`,
    );
    return process.env['REQUIRE_POSTGRES'] === '1' ? 1 : 0;
  }
  const browser = storyBrowser(playwrightArguments);
  await buildAll(() => undefined);
  const folder = await mkdtemp(join(tmpdir(), 'deployed-'));
  const network = await openNetwork();
  const end = () => void network.close().finally(() => process.exit(1));
  process.once('SIGINT', end).once('SIGTERM', end);
  try {
    return await runStories(network, folder, browser);
  } finally {
    await network.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function runStories(network: Network, folder: string, browser: string): Promise<number> {
  print('everything is built');
  const supplies = await prepareSupplies(folder, print);
  const web1 = await openSite(network, supplies, print);
  const visitor = await network.visitor('visitor');
  const { certificate, release } = supplies;
  const team = generateKeyPairSync('ed25519');
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate.authority, CHROMIUM_PATH: browser };
  await takeFirstSteps({ web1, visitor, team, env }, print);

  const socket = join(folder, 'network.sock');
  const shared = await shareNetwork(network, socket, [web1]);
  const { publicKeyHash } = certificate;
  const handover = join(folder, 'handover.json');
  const teamKey = String(team.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  await writeHandover(handover, { socket, release, publicKeyHash, teamKey, secrets: await secretsOf(web1) });
  const words = [inRepository('node_modules/@playwright/test/cli.js'), 'test', '-c', import.meta.dirname];
  const [command, ...rest] = visitor.command([process.execPath, ...words, ...playwrightArguments]);
  const child = spawn(command, rest, { stdio: 'inherit', env: { ...env, DEPLOYED_SITE: handover } });
  const [code]: unknown[] = await once(child, 'exit');
  shared.close();
  return typeof code === 'number' ? code : 1;
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
