import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { RuntimeSettings } from '@fridge/shared-contracts/page';
import { freeHostPort } from '../../ops/src/product/ports.ts';
import { layPreparedState } from './prepared-state.ts';

/** In the order of their ports. */
const ownRemotes = ['campaign2023', 'draw', 'contest', 'yearreport'] as const;
export type OwnRemote = (typeof ownRemotes)[number];

/** A product of its own: real processes on free ports, with a state folder that goes when it ends. */
export type Product = {
  hostUrl: string;
  appUrl: string;
  apiUrl: string;
  operationsUrl: string;
  remoteUrl(name: OwnRemote): string;
  stateDir: string;
  registryFile: string;
  /** Where the product's own remotes come from. */
  remoteOrigins: readonly string[];
  /** The operator's own settings. */
  settingsFile: string;
  stop(): Promise<void>;
};

const repository = resolve(import.meta.dirname, '../..');
const START_LIMIT_MS = 120_000;

/** Another program may take a port between the look and the start; then others are tried, this often. */
const PORT_TRIES = 3;

/**
 * Starts what `npm start` starts.
 * @param settings laid over the defaults, as an operator would in `settings.json`
 * @throws with its output when it doesn't come up
 */
export async function runProduct(
  env: Record<string, string> = {},
  settings: Partial<RuntimeSettings> = {},
): Promise<Product> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startProduct(env, settings);
    } catch (error) {
      if (tries === PORT_TRIES || !/in use/i.test(String(error))) throw error;
    }
  }
}

async function startProduct(env: Record<string, string>, settings: Partial<RuntimeSettings>): Promise<Product> {
  const port = await freeHostPort();
  const stateDir = await mkdtemp(join(tmpdir(), 'product-'));
  const settingsFile = join(stateDir, 'settings.json');
  await writeFile(settingsFile, JSON.stringify(settings));
  await layPreparedState(stateDir);
  const child = spawn(process.execPath, ['--import', 'tsx', join(repository, 'ops/src/main.ts'), 'start'], {
    cwd: repository,
    env: { ...process.env, PORT: String(port), STATE_DIR: stateDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, 'exit');
  const giveUpAt = Date.now() + START_LIMIT_MS;
  while (!output.includes('Ready.')) {
    if (child.exitCode !== null || Date.now() > giveUpAt) throw new Error(`The product didn't start:\n${output}`);
    await new Promise((next) => setTimeout(next, 100));
  }
  const remoteUrl = (name: OwnRemote) => `http://localhost:${port + 1 + ownRemotes.indexOf(name)}`;
  return {
    hostUrl: `http://localhost:${port}`,
    appUrl: `http://localhost:${port + 20}`,
    apiUrl: `http://localhost:${port + 10}`,
    operationsUrl: `http://localhost:${port + 21}`,
    remoteUrl,
    remoteOrigins: ownRemotes.map(remoteUrl),
    stateDir,
    registryFile: join(stateDir, 'remotes.json'),
    settingsFile,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      await rm(stateDir, { recursive: true, force: true });
    },
  };
}
