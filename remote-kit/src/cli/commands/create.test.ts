import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import * as v from 'valibot';
import rootPackage from '../../../../package.json' with { type: 'json' };
import contractsPackage from '../../../../shared-contracts/package.json' with { type: 'json' };
import serverPackage from '../../../../server/package.json' with { type: 'json' };
import uiPackage from '../../../../shared-ui/package.json' with { type: 'json' };
import kitPackage from '../../../package.json' with { type: 'json' };
import templatePackage from '../../../template/package.json' with { type: 'json' };
import { readRemoteSettings } from '../remote-settings.ts';
import { commands } from './commands.ts';
import { runIn } from '../testing/run-in.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remote-kit-create-'));
  onTestFinished(() => rm(folder, { recursive: true }));
});

const run = (...args: string[]) => runIn(folder, 'create', ...args);

const filesBelow = async (path: string): Promise<string[]> => {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};
const packageSchema = v.looseObject({
  name: v.string(),
  scripts: v.record(v.string(), v.string()),
  dependencies: v.record(v.string(), v.string()),
  devDependencies: v.record(v.string(), v.string()),
});
const packageIn = async (path: string) =>
  v.parse(packageSchema, JSON.parse(await readFile(join(path, 'package.json'), 'utf8')));

describe('a new remote', () => {
  it('has its names filled in everywhere, and its files in place', async () => {
    const { code, text } = await run('picnic', '--team', 'outdoors');
    expect([code, text]).toEqual([0, expect.stringContaining('cd picnic')]);
    const made = join(folder, 'picnic');
    const files = await filesBelow(made);
    expect(files.map((file) => relative(made, file)).toSorted()).toEqual([
      '.github/workflows/remote.yml',
      '.gitignore',
      '.oxlintrc.json',
      'README.md',
      'ci.sh',
      'hall.svg',
      'package.json',
      'release.config.ts',
      'remote-kit.json',
      'src/calls.ts',
      'src/copy.ts',
      'src/release.test.ts',
      'src/screens/home/home-screen.module.css',
      'src/screens/home/home-screen.test.tsx',
      'src/screens/home/home-screen.tsx',
      'tsconfig.json',
      'vite.config.ts',
      'vitest.config.ts',
    ]);
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    for (const each of texts) expect(each).not.toMatch(/remote-name|team-name/);
    expect(await readFile(join(made, '.gitignore'), 'utf8')).toContain('.remote-kit/');
    expect((await stat(join(made, 'ci.sh'))).mode & 0o100).toBe(0o100);
    expect(await readRemoteSettings(made)).toMatchObject({
      team: 'outdoors',
      api: 'http://localhost:4180',
      origin: null,
    });
  });

  it('names the exact versions that this repository has', async () => {
    await run('picnic', '--backend');
    const { dependencies, devDependencies } = await packageIn(join(folder, 'picnic'));
    const all = { ...dependencies, ...devDependencies };
    for (const version of Object.values(all)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    const here = [contractsPackage, uiPackage, kitPackage].map(({ name, version }) => [name, version]);
    const tools = [rootPackage.devDependencies, kitPackage.dependencies, serverPackage.dependencies].flatMap(
      (versions) => Object.entries(versions),
    );
    expect(all).toMatchObject(Object.fromEntries([...tools, ...here].filter(([name = '']) => name in all)));
  });

  it('runs no command that the kit lacks', () => {
    const used = Object.values(templatePackage.scripts).flatMap((script) => /remote-kit (\w+)/.exec(script)?.[1] ?? []);
    expect(used.filter((name) => !(name in commands))).toEqual([]);
  });

  it('has a backend when it is asked for one', async () => {
    await run('picnic');
    await run('camping', '--backend');
    const hasBackend = async (name: string) => {
      const all = await packageIn(join(folder, name));
      const { scripts, dependencies, devDependencies } = all;
      const files = await readdir(join(folder, name));
      return [
        files.includes('backend'),
        'backend' in scripts,
        'fastify' in dependencies,
        'tsx' in devDependencies,
        'overrides' in all,
      ];
    };
    expect(await hasBackend('picnic')).toEqual(Array(5).fill(false));
    expect(await hasBackend('camping')).toEqual(Array(5).fill(true));
  });

  it('takes the addresses of the product, and packed packages', async () => {
    const packages = join(folder, 'packages');
    await mkdir(packages);
    const wanted = await run('picnic', '--packages', 'packages');
    expect([wanted.code, wanted.text]).toEqual([
      2,
      expect.stringMatching(/fridge-shared-contracts-\S+\.tgz is missing/),
    ]);
    for (const { name, version } of [contractsPackage, uiPackage, kitPackage])
      await writeFile(join(packages, `${name.slice(1).replace('/', '-')}-${version}.tgz`), 'packed');
    const { code } = await run(
      'picnic',
      '--packages',
      'packages',
      '--api',
      'https://api.example/',
      '--host',
      'https://a.example',
    );
    expect(code).toBe(0);
    expect(await readRemoteSettings(join(folder, 'picnic'))).toMatchObject({
      api: 'https://api.example',
      host: 'https://a.example',
    });
    const { devDependencies } = await packageIn(join(folder, 'picnic'));
    const kit = `vendor/fridge-remote-kit-${kitPackage.version}.tgz`;
    expect(devDependencies[kitPackage.name]).toBe(`file:${kit}`);
    expect(await readFile(join(folder, 'picnic', kit), 'utf8')).toBe('packed');
    expect(await readdir(join(folder, 'picnic/vendor'))).toHaveLength(3);
  });
});

describe('a refusal writes nothing', () => {
  it.each([
    [['Picnic'], 'It takes a name of up to 32 small letters'],
    [['host'], 'It takes a name'],
    [['pic nic'], 'small letters, digits and hyphens'],
    [['../picnic'], 'It takes a name'],
    [['a'.repeat(33)], 'up to 32 small letters'],
    [['share'], 'no name of a page of the host'],
    [['picnic2'], 'usage events name no route with one'],
    [['picnic', '--team', 'Team 1'], "'--team <TEAM>' argument 'Team 1' is invalid. It takes a name"],
    [['picnic', '--api', 'ftp://api.example'], 'It takes an origin'],
    [['picnic', '--host', 'https://a.example/path'], 'It takes an origin'],
  ])('%j', async (args, message) => {
    const { code, text } = await run(...args);
    expect([code, text]).toEqual([2, expect.stringContaining(message)]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('a folder that holds something, or is a file', async () => {
    await mkdir(join(folder, 'picnic'));
    await writeFile(join(folder, 'picnic/notes.txt'), 'mine');
    const { code, text } = await run('picnic');
    expect([code, text]).toEqual([1, expect.stringContaining("isn't empty: it has notes.txt. Nothing was written.")]);
    expect(await readdir(join(folder, 'picnic'))).toEqual(['notes.txt']);
    expect((await run('picnic', '--folder', 'picnic/notes.txt')).text).toContain('is a file');
  });

  it('a folder with a file of the same name', async () => {
    await writeFile(join(folder, '.oxlintrc.json'), 'mine');
    const { code, text } = await run('picnic', '--folder', '.');
    expect([code, text]).toEqual([1, expect.stringContaining('it has .oxlintrc.json. Nothing was written.')]);
    expect(await readdir(folder)).toEqual(['.oxlintrc.json']);
  });

  it('and a repository that was just made keeps what it has', async () => {
    await mkdir(join(folder, '.git'));
    await writeFile(join(folder, 'README.md'), 'ours');
    await writeFile(join(folder, 'LICENSE'), 'ours');
    await writeFile(join(folder, '.gitignore'), '*.log\ndist/');
    const { code, text } = await run('picnic', '--folder', '.');
    expect([code, text]).toEqual([0, expect.stringContaining('REMOTE.md there leads to the first release.')]);
    const read = (name: string) => readFile(join(folder, name), 'utf8');
    expect(await read('README.md')).toBe('ours');
    expect(await read('REMOTE.md')).toContain('# picnic');
    expect(await read('.gitignore')).toBe('*.log\ndist/\nnode_modules/\n.remote-kit/\n');
  });
});
