import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { ownVariables } from '../team-folder.ts';

const run = promisify(execFile);

const STEP_LIMIT_MS = 5 * 60_000;

/** With their default settings. Yarn classic has had no other version since 2024. */
export const installers = [
  { name: 'npm', command: ['npm', 'install', '--no-audit', '--no-fund'] },
  { name: 'pnpm', command: ['npx', '--yes', 'pnpm@10.34.9', 'install'] },
  { name: 'yarn classic', command: ['npx', '--yes', 'yarn@1.22.22', 'install'] },
] as const;
type Installer = (typeof installers)[number];

const packageSchema = v.object({
  dependencies: v.record(v.string(), v.string()),
  devDependencies: v.record(v.string(), v.string()),
});

/** What a team runs without anything of the kit's, then by its preset. */
const steps: readonly (readonly [title: string, ...command: string[]])[] = [
  ['types, as a bundler resolves', 'node_modules/.bin/tsc', '-p', 'tsconfig.json'],
  ['types, as Node resolves', 'node_modules/.bin/tsc', '-p', 'tsconfig.node.json'],
  ['vitest', 'node_modules/.bin/vitest', 'run'],
  ['vite build', 'node_modules/.bin/vite', 'build'],
  [
    'vite build of a remote',
    'node_modules/.bin/vite',
    'build',
    '--config',
    'remote.vite.config.ts',
    '--outDir',
    'remote',
  ],
  ['remote-kit --help', 'node_modules/.bin/remote-kit', '--help'],
];

/**
 * Installs packed packages in an empty folder outside of the repository, by one package manager, and has plain tools
 * use them.
 * @param packages folder that `npm run pack -- FOLDER` wrote
 * @throws with the output of the first step that fails
 */
export async function usePackages(packages: string, { name, command }: Installer): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fridge-packages-'));
  try {
    await cp(join(import.meta.dirname, 'fixture'), folder, { recursive: true });
    await namePackages(folder, resolve(packages));
    for (const [title, ...step] of [[`${name}: install`, ...command] as const, ...steps])
      await runStep(title, step, folder);
    await assertBuilt(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function namePackages(folder: string, packages: string): Promise<void> {
  const file = join(folder, 'package.json');
  const manifest = v.parse(v.looseObject(packageSchema.entries), JSON.parse(await readFile(file, 'utf8')));
  const tarballs = await readdir(packages);
  const named = (dependencies: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(dependencies).map(([name, version]) => {
        const start = `${name.slice(1).replace('/', '-')}-`;
        const tarball = name.startsWith('@fridge/') ? tarballs.find((each) => each.startsWith(start)) : undefined;
        return [name, tarball === undefined ? version : `file:${join(packages, tarball)}`];
      }),
    );
  const filled = {
    ...manifest,
    dependencies: named(manifest.dependencies),
    devDependencies: named(manifest.devDependencies),
  };
  await writeFile(file, JSON.stringify(filled, null, 2));
}

async function runStep(title: string, [command = '', ...parameters]: readonly string[], cwd: string): Promise<void> {
  const env = { ...ownVariables(), NO_COLOR: '1', CI: '1' };
  await run(command, parameters, { cwd, env, timeout: STEP_LIMIT_MS }).catch(
    ({ stdout, stderr }: { stdout?: string; stderr?: string }) => {
      throw new Error(`${title} failed in ${cwd}:\n${stdout ?? ''}${stderr ?? ''}`);
    },
  );
}

/** What only looking shows: classes of `shared-ui` in the stylesheet, and a release that describes itself. */
async function assertBuilt(folder: string): Promise<void> {
  const files = await readdir(join(folder, 'remote'), { recursive: true });
  const style = files.find((file) => file.endsWith('.css'));
  const css = style === undefined ? '' : await readFile(join(folder, 'remote', style), 'utf8');
  if (!css.includes('.picnic_button_')) throw new Error(`The remote's stylesheet lacks what shared-ui draws: ${css}`);
  if (!files.includes('release.json')) throw new Error('The build of the remote wrote no release.json.');
}
