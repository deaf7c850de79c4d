import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepRelease } from './keep-release.ts';
import { publishRelease, type ReleaseSource } from './publish-release.ts';
import { readRegistryFile, updateRegistryFile } from './registry-file.ts';
import { createServedRegistry } from './served-registry.ts';

let folder: string;
let registry: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'registry-'));
  registry = join(folder, 'remotes.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const hash = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
const file = (name: string, text = name) => ({ file: name, integrity: hash(text), bytes: text.length });

function release(changes: Record<string, unknown> = {}, files: Record<string, string> = {}): ReleaseSource {
  const description = {
    name: 'draw', version: '1.0.0+aaaa', contract: '1.0', title: '幸运大转盘', description: '', entry: 'remoteEntry-1.js',
    scripts: [file('remoteEntry-1.js')], styles: [file('assets/style-1.css')], routes: [{ path: '/draw' }], requires: [], ...changes,
  };
  const contents: Record<string, string> = {
    'release.json': JSON.stringify(description), 'remoteEntry-1.js': 'remoteEntry-1.js', 'assets/style-1.css': 'assets/style-1.css', ...files,
  };
  return {
    baseUrl: 'http://localhost:4172/',
    read: (name) => (contents[name] === undefined ? Promise.reject(new Error('404')) : Promise.resolve(Buffer.from(contents[name]))),
  };
}

describe('publishRelease', () => {
  it('switches a new remote on', async () => {
    expect((await publishRelease(release(), registry)).outcome).toBe('published');
    expect((await readRegistryFile(registry)).remotes['draw']).toMatchObject({
      enabled: true, pin: null, entry: 'http://localhost:4172/remoteEntry-1.js', version: '1.0.0+aaaa', routes: [{ path: '/draw' }],
    });
  });

  it('never touches a switch', async () => {
    await publishRelease(release(), registry);
    await updateRegistryFile(registry, (current) => structuredClone({ ...current, remotes: { draw: { ...current.remotes['draw'], enabled: false } } }) as typeof current);
    await publishRelease(release({ version: '1.0.1' }), registry);
    expect((await readRegistryFile(registry)).remotes['draw']).toMatchObject({ enabled: false, version: '1.0.1' });
  });

  it('leaves a pinned remote at its version', async () => {
    await publishRelease(release(), registry);
    await updateRegistryFile(registry, (current) => ({ ...current, remotes: { draw: { ...current.remotes['draw'], pin: '1.0.0+aaaa' } } }) as typeof current);
    expect((await publishRelease(release({ version: '1.0.1' }), registry)).outcome).toBe('pinned');
    expect((await readRegistryFile(registry)).remotes['draw']).toMatchObject({ version: '1.0.0+aaaa' });
  });

  it('says when there was nothing to do', async () => {
    await publishRelease(release(), registry);
    expect((await publishRelease(release(), registry)).outcome).toBe('unchanged');
  });

  it.each([
    ['no release.json', release({}, {}), { 'release.json': undefined }, /Build the remote first/],
    ['a description that does not fit', release({ title: '' }), {}, /title/],
    ['the next major contract', release({ contract: '2.0' }), {}, /contract 2\.0/],
    ['a missing file', release({ styles: [file('assets/other.css')] }), {}, /other\.css is missing/],
    ['a changed file', release({}, { 'assets/style-1.css': 'changed' }), {}, /isn't what release\.json describes/],
    ['an entry outside its scripts', release({ entry: 'assets/style-1.css' }), {}, /isn't among its scripts/],
  ])('refuses %s and writes nothing', async (_, source, { ...without }, message) => {
    const read = (name: string) => (name in without ? Promise.reject(new Error('404')) : source.read(name));
    await expect(publishRelease({ ...source, read }, registry)).rejects.toThrow(message);
    await expect(readFile(registry)).rejects.toThrow(/ENOENT/);
  });

  it('loses nothing when many publish at once', async () => {
    await Promise.all(
      (['campaign2023', 'draw', 'contest', 'yearreport'] as const).map((name) => publishRelease(release({ name }), registry)),
    );
    expect(Object.keys((await readRegistryFile(registry)).remotes)).toHaveLength(4);
  });

  it('leaves a file alone that was broken by hand', async () => {
    await writeFile(registry, '{"version":1,');
    await expect(publishRelease(release(), registry)).rejects.toThrow(/left as it is/);
    expect(await readFile(registry, 'utf8')).toBe('{"version":1,');
  });
});

const served = () => createServedRegistry(registry, join(folder, 'run', 'last.json'));

describe('createServedRegistry', () => {
  it('follows an edit by hand at once', async () => {
    const reader = served();
    await publishRelease(release(), registry);
    expect(await reader.read()).toContain('"enabled": true');
    await writeFile(registry, (await readFile(registry, 'utf8')).replace('"enabled": true', '"enabled": false'));
    expect(await reader.read()).toContain('"enabled": false');
  });

  it.each(['', '{"version":1,', '<html>', '{"version":2,"remotes":{}}'])('keeps the last good one while the file reads %j, also over a restart', async (broken) => {
    await publishRelease(release(), registry);
    const reader = served();
    const good = await reader.read();
    await writeFile(registry, broken);
    expect(await reader.read()).toBe(good);
    expect(await served().read()).toBe(good);
  });

  it('has nothing when there never was a good one', async () => {
    await writeFile(registry, 'broken');
    expect(await served().read()).toBeNull();
  });
});

describe('keepRelease', () => {
  const build = async (version: string) => {
    const dist = join(folder, 'dist');
    await mkdir(dist, { recursive: true });
    await writeFile(join(dist, 'remoteEntry-1.js'), version);
    await writeFile(join(dist, 'release.json'), await release({ version }).read('release.json'));
    return dist;
  };

  it('keeps each version in a folder of its own, whatever is built later', async () => {
    const releases = join(folder, 'releases');
    await keepRelease(await build('1.0.0'), releases);
    await keepRelease(await build('1.0.1'), releases);
    expect(await readFile(join(releases, '1.0.0', 'remoteEntry-1.js'), 'utf8')).toBe('1.0.0');
    expect(await readFile(join(releases, '1.0.1', 'remoteEntry-1.js'), 'utf8')).toBe('1.0.1');
  });

  it('is done once, also by several at a time', async () => {
    const releases = join(folder, 'releases');
    const dist = await build('1.0.0');
    await Promise.all([keepRelease(dist, releases), keepRelease(dist, releases)]);
    expect(await readdir(releases)).toEqual(['1.0.0']);
  });
});
