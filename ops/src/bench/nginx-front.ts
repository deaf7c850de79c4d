import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Release } from '@fridge/shared-contracts/team';
import { makeCertificate } from '../../../deploy/src/authority.ts';
import { LOOPBACK_ADDRESS, takesConnections } from '../product/ports.ts';
import { inRepository } from '../workspace.ts';

const DOMAIN = 'activities.test';
const SITES = ['host.conf', 'remotes.conf'];
const START_LIMIT_MS = 5_000;

type Place = { folder: string; program: number; port: number; releases: string };

/** Origins behind one nginx. */
type Front = {
  host: string;
  addressOf(release: Pick<Release, 'name' | 'version'>): string;
  close(): Promise<unknown>;
};
export type NginxSite = { browserArguments: readonly string[]; open(place: Place): Promise<Front> };

/** The nginx of `deploy/` on this machine, by its names, which a browser finds by `browserArguments`. */
export async function prepareNginx(folder: string): Promise<NginxSite> {
  const tls = join(folder, 'tls');
  await mkdir(tls);
  const { publicKeyHash } = await makeCertificate(tls, [DOMAIN, `*.${DOMAIN}`]);
  return {
    browserArguments: [
      `--ignore-certificate-errors-spki-list=${publicKeyHash}`,
      `--host-resolver-rules=MAP ${DOMAIN} ${LOOPBACK_ADDRESS}, MAP *.${DOMAIN} ${LOOPBACK_ADDRESS}`,
    ],
    open: (place) => openFront(tls, place),
  };
}

async function openFront(tls: string, place: Place): Promise<Front> {
  const { folder, port } = place;
  await cp(inRepository('deploy/nginx'), folder, { recursive: true });
  for (const name of ['sites', 'nginx']) await mkdir(join(folder, name));
  for (const site of SITES) await cp(join(folder, 'fridge/sites', site), join(folder, 'sites', site));
  const files = await readdir(folder, { recursive: true });
  for (const file of files.filter((name) => name.endsWith('.conf'))) {
    const path = join(folder, file);
    await writeFile(path, moved(await readFile(path, 'utf8'), tls, place));
  }
  const nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(nginx, 'exit');
  const close = () => (nginx.kill(), ended);
  const until = performance.now() + START_LIMIT_MS;
  while (!(await takesConnections({ host: LOOPBACK_ADDRESS, port }))) {
    if (nginx.exitCode === null && performance.now() < until) await setTimeout(50);
    else throw new Error(`nginx doesn't start on port ${port} with the files of deploy/nginx.`);
  }
  const remotes = `https://remotes.${DOMAIN}:${port}`;
  return {
    host: `https://${DOMAIN}:${port}`,
    addressOf: ({ name, version }) => `${remotes}/${name}/${version}/`,
    close,
  };
}

/** Its ports, folders and user in a configuration. */
const moved = (text: string, tls: string, { folder, program, port, releases }: Place): string =>
  text
    .replaceAll('activities.example', DOMAIN)
    .replaceAll('/etc/nginx/fridge/sites/', `${folder}/sites/`)
    .replaceAll('/etc/nginx/fridge', `${folder}/fridge`)
    .replaceAll('/etc/fridge/tls/', `${tls}/`)
    .replaceAll('/var/lib/nginx/', `${folder}/kept-`)
    .replaceAll(/(\/var\/log|\/run)\/nginx/g, `${folder}/nginx`)
    .replaceAll('/srv/remotes', releases)
    .replaceAll('127.0.0.1:4170', `${LOOPBACK_ADDRESS}:${program}`)
    .replaceAll(/^ *(server 127\.0\.0\.1:4270|listen \[::\]).*\n/gm, '')
    .replaceAll('listen 443', `listen ${LOOPBACK_ADDRESS}:${port}`)
    .replace(/^user .*\n/m, process.getuid?.() === 0 ? 'user root;\n' : '');
