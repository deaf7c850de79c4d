import { execFileSync } from 'node:child_process';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readExampleEnv } from './compose-file.ts';
import { type Engine, type Ran, startEngine } from './engine.ts';
import { buildStandIns, standInImages } from './stand-in-images.ts';

export const SITE = 'activities.example';
const NAMES = ['', 'api.', 'pictures.', 'releases.', 'remotes.', 'operations.'].map((part) => `${part}${SITE}`);

/** What README.md has a site engineer lay out, on a machine without a registry. */
export interface Site {
  readonly engine: Engine;
  readonly secrets: string;
  /** Where compose.yaml lies, in the release. */
  readonly folder: string;
  /** @throws unless it ends with 0 */
  compose(...words: readonly string[]): Promise<string>;
  runScript(name: string): Promise<Ran>;
  /** Of a service's container: what `docker inspect --format` prints. */
  inspect(service: string, format: string): Promise<string>;
  stop(): Promise<void>;
}

/** @param root has `release`, `base.tar`, `npm-cache` and `tls` of `run.ts` */
export async function layOutSite(root: string): Promise<Site> {
  const engine = await startEngine(join(root, 'docker'));
  await buildStandIns(engine, root);
  const [folder, secrets, nginx] = [join(root, 'release/deploy/container'), join(root, 'secrets'), join(root, 'nginx')];
  execFileSync('sh', [join(folder, 'secrets.sh'), secrets], { stdio: 'pipe' });
  await cp(join(folder, '../nginx'), nginx, { recursive: true });
  const authorities = join(root, 'authorities');
  await cp(join(root, 'tls/authority.pem'), join(authorities, 'authority.pem'));
  const settings = {
    ...readExampleEnv({ withExamples: false }),
    NGINX_DIR: nginx,
    TLS_DIR: join(root, 'tls'),
    REMOTES_DIR: join(root, 'remotes'),
    SECRETS_DIR: secrets,
    AUTHORITIES_DIR: authorities,
    NODE_EXTRA_CA_CERTS: '/etc/fridge/authorities/authority.pem',
    NPM_CI_OPTIONS: '--offline --cache /opt/npm-cache',
    ...standInImages,
  };
  await writeFile(
    join(folder, '.env'),
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  await nameOnThisMachine(root);

  const succeed = async (command: string, words: readonly string[]) => {
    const { code, output } = await engine.run(command, words, { cwd: folder });
    if (code === 0) return output;
    const logs = await engine.run(command, ['logs', '--no-color', '--tail', '20'], { cwd: folder });
    throw new Error(`${command} ${words.join(' ')} ended with ${code}:\n${output}\n${logs.output}`);
  };
  const compose = (...words: readonly string[]) => succeed('docker-compose', words);
  return {
    engine,
    secrets,
    folder,
    compose,
    runScript: (name) => engine.run('sh', [name], { cwd: folder, env: { COMPOSE: 'docker-compose' } }),
    async inspect(service, format) {
      const container = (await compose('ps', '--all', '--quiet', service)).trim();
      return (await engine.docker('inspect', '--format', format, container)).trim();
    },
    async stop() {
      await engine.run('docker-compose', ['down', '--volumes', '--timeout', '5'], { cwd: folder });
      await engine.stop();
    },
  };
}

/** In the mounts of this test alone. */
async function nameOnThisMachine(root: string): Promise<void> {
  const hosts = join(root, 'hosts');
  await writeFile(hosts, `127.0.0.1 localhost ${NAMES.join(' ')}\n`);
  execFileSync('mount', ['--bind', hosts, '/etc/hosts']);
}
