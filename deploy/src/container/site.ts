import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stepsOf } from '../steps.ts';
import { containerFile } from './compose-file.ts';
import { type Engine, startEngine } from './engine.ts';
import { buildStandIns, standInImages } from './stand-in-images.ts';

export const SITE = 'activities.test';
const NAMES = ['', 'api.', 'pictures.', 'releases.', 'remotes.', 'operations.'].map((part) => `${part}${SITE}`);
/** As README.md says. */
const RELEASE = '/srv/fridge/1.0.0';
export const SECRETS = '/etc/fridge/secrets';
export const SETTINGS = '/etc/fridge/container.env';

/** What README.md has a site engineer lay out, on a machine without a registry. */
export interface Site {
  readonly engine: Engine;
  /** Runs a line where compose.yaml lies. @throws unless it ends with 0 */
  sh(line: string): Promise<string>;
  /** As `sh`. @throws as well unless README.md has the line */
  asWritten(line: string): Promise<string>;
  /** Of a service's container: what `docker inspect --format` prints. */
  inspect(service: string, format: string): Promise<string>;
  stop(): Promise<void>;
}

/** @param root has `release`, `base.tar`, `npm-cache` and `tls` of `run.ts` */
export async function layOutSite(root: string): Promise<Site> {
  coverFolders(join(root, 'covers'), ['/etc', '/srv', '/root']);
  writeFileSync('/etc/hosts', `127.0.0.1 localhost ${NAMES.join(' ')}\n`);
  const engine = await startEngine(join(root, 'docker'));
  await buildStandIns(engine, root);
  cpSync(join(root, 'release'), RELEASE, { recursive: true });
  for (const file of ['fullchain.pem', 'privkey.pem']) cpSync(join(root, 'tls', file), join('/root', file));

  const readme = containerFile('README.md');
  const written = new Set(readme.split('\n'));
  const sh: Site['sh'] = async (line) => {
    const cwd = join(RELEASE, 'deploy/container');
    const { code, output } = await engine.run('sh', ['-euc', line], { cwd });
    if (code === 0) return output;
    const logs = await engine.run('docker-compose', ['logs', '--no-color', '--tail', '20'], { cwd });
    throw new Error(`${line} ended with ${code}:\n${output}\n${logs.output}`);
  };
  const [layOut] = stepsOf(readme);
  await sh((layOut?.script ?? '').replaceAll('your.domain', SITE));
  mkdirSync('/etc/fridge/authorities');
  cpSync(join(root, 'tls/authority.pem'), '/etc/fridge/authorities/authority.pem');
  const own = {
    SITE,
    ...standInImages,
    NODE_EXTRA_CA_CERTS: '/etc/fridge/authorities/authority.pem',
    NPM_CI_OPTIONS: '--offline --cache /opt/npm-cache',
  };
  for (const [name, value] of Object.entries(own)) appendFileSync(SETTINGS, `${name}=${value}\n`);

  return {
    engine,
    sh,
    asWritten(line) {
      if (!written.has(line)) throw new Error(`deploy/container/README.md doesn't have the line: ${line}`);
      return sh(line);
    },
    async inspect(service, format) {
      const container = (await sh(`docker compose ps --all --quiet ${service}`)).trim();
      return (await engine.docker('inspect', '--format', format, container)).trim();
    },
    async stop() {
      await sh('docker compose down --volumes --timeout 5');
      await engine.stop();
    },
  };
}

export const readSecret = (name: string): string => readFileSync(join(SECRETS, name), 'utf8').trim();

/** What is written to these folders from now on is seen in the mounts of this test alone, and ends with them. */
function coverFolders(root: string, folders: readonly string[]): void {
  for (const folder of folders) {
    const [upper, work] = ['upper', 'work'].map((part) => join(root, folder, part));
    for (const part of [upper, work]) mkdirSync(part ?? '', { recursive: true });
    const layers = `lowerdir=${folder},upperdir=${upper},workdir=${work}`;
    execFileSync('mount', ['-t', 'overlay', 'cover', '-o', layers, folder]);
  }
}
