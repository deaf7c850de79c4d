import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { takeLock } from '../process-lock.ts';
import { contractText } from '@fridge/shared-contracts';
import { contractVersion, readRegistry } from '@fridge/shared-contracts/host';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger, type Log } from '../log.ts';
import { packageFolder } from '../package-folder.ts';
import { testSettings as settings } from '../testing/settings.ts';
import {
  publishLocalRelease,
  type PublishOptions,
  publishRelease as publish,
  storeRelease,
} from './publish-release.ts';
import { describeLeftOut, readRegistryFile, updateRegistryFile } from './registry-file.ts';
import type { ReleaseSource } from './release-source.ts';
import { createServedRegistry, type ServedRegistry } from './served-registry.ts';

let folder: string;
let registry: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'registry-'));
  registry = join(folder, 'remotes.json');
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((reader) => reader.close()));
  await rm(folder, { recursive: true, force: true });
});

const publishRelease = (source: ReleaseSource, registryPath: string, options: Partial<PublishOptions> = {}) =>
  publish(source, { registryPath, settings, mayReplace: () => true, ...options });

const hash = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
const contentOf = (name: string) => `/* ${name} */`;
const file = (name: string, text = contentOf(name)) => ({ file: name, integrity: hash(text), bytes: text.length });

function release(changes: Record<string, unknown> = {}, files: Record<string, string> = {}): ReleaseSource {
  const description = {
    name: 'draw',
    version: '1.0.0+aaaa',
    contract: contractText,
    title: '幸运大转盘',
    description: '',
    entry: 'remoteEntry-1.js',
    scripts: [file('remoteEntry-1.js')],
    styles: [file('assets/style-1.css')],
    routes: [{ path: '/draw', tone: { background: '#7a0a1b', ink: '#ffffff' } }],
    picture: null,
    bridge: [],
    requires: [],
    calls: ['/fridge/AnnualDraw21/draw'],
    publicParameters: ['worksId'],
    ...changes,
  };
  const contents: Record<string, string> = {
    'release.json': JSON.stringify(description),
    'remoteEntry-1.js': contentOf('remoteEntry-1.js'),
    'assets/style-1.css': contentOf('assets/style-1.css'),
    ...files,
  };
  return {
    baseUrl: 'http://localhost:4172/',
    read: (name) =>
      contents[name] === undefined ? Promise.reject(new Error('404')) : Promise.resolve(Buffer.from(contents[name])),
  };
}

describe('publishRelease', () => {
  it('switches a new remote on', async () => {
    expect((await publishRelease(release(), registry)).outcome).toBe('published');
    expect((await readRegistryFile(registry)).registry.remotes['draw']).toMatchObject({
      enabled: true,
      pin: null,
      entry: 'http://localhost:4172/remoteEntry-1.js',
      version: '1.0.0+aaaa',
      contract: contractText,
      routes: [{ path: '/draw', tone: { background: '#7a0a1b', ink: '#ffffff' } }],
      calls: ['/fridge/AnnualDraw21/draw'],
      publicParameters: ['worksId'],
    });
  });

  it('keeps the switch', async () => {
    await publishRelease(release(), registry);
    await updateRegistryFile(registry, ({ registry: { remotes } }) => ({
      draw: { ...remotes['draw'], enabled: false },
    }));
    await publishRelease(release({ version: '1.0.1' }), registry);
    expect((await readRegistryFile(registry)).registry.remotes['draw']).toMatchObject({
      enabled: false,
      version: '1.0.1',
    });
  });

  it('leaves a pinned remote at its version', async () => {
    await publishRelease(release(), registry);
    await updateRegistryFile(registry, ({ registry: { remotes } }) => ({
      draw: { ...remotes['draw'], pin: '1.0.0+aaaa' },
    }));
    expect((await publishRelease(release({ version: '1.0.1' }), registry)).outcome).toBe('pinned');
    expect((await readRegistryFile(registry)).registry.remotes['draw']).toMatchObject({ version: '1.0.0+aaaa' });
  });

  it('reports an unchanged release', async () => {
    await publishRelease(release(), registry);
    expect((await publishRelease(release(), registry)).outcome).toBe('unchanged');
  });

  it.each([
    ['no release.json', release({}, {}), { 'release.json': undefined }, /Build the remote first/],
    ['a description that does not fit', release({ title: '' }), {}, /title/],
    [
      'the major contract before',
      release({ contract: `${contractVersion.major - 1}.0` }),
      {},
      /Build it against the shared-contracts of today/,
    ],
    [
      "a call outside the product's own",
      release({ calls: ['/demo/login'] }),
      {},
      /calls\.0: a call of the product's own/,
    ],
    ['a call on another server', release({ calls: ['https://elsewhere.example/activity/a'] }), {}, /calls\.0/],
    ['a personal parameter', release({ publicParameters: ['userId'] }), {}, /publicParameters\.0/],
    ['a release that lists no calls', release({ calls: undefined }), {}, /calls/],
    ['a missing file', release({ styles: [file('assets/other.css')] }), {}, /other\.css is missing/],
    ['a changed file', release({}, { 'assets/style-1.css': 'changed' }), {}, /isn't what release\.json describes/],
    ['an entry outside its scripts', release({ entry: 'assets/style-1.css' }), {}, /isn't among its scripts/],
  ])('refuses %s and writes nothing', async (_, source, { ...without }, message) => {
    const read: ReleaseSource['read'] = (name, ...how) =>
      name in without ? Promise.reject(new Error('404')) : source.read(name, ...how);
    await expect(publishRelease({ ...source, read }, registry)).rejects.toThrow(message);
    await expect(readFile(registry)).rejects.toThrow(/ENOENT/);
  });

  it('loses nothing when many publish at the same time', async () => {
    await Promise.all(
      (['campaign2023', 'draw', 'contest', 'yearreport'] as const).map((name) =>
        publishRelease(release({ name, routes: [{ path: `/${name}` }] }), registry),
      ),
    );
    expect(Object.keys((await readRegistryFile(registry)).registry.remotes)).toHaveLength(4);
  });

  it('never overwrites a file that was broken by hand', async () => {
    await writeFile(registry, '{"version":1,');
    await expect(publishRelease(release(), registry)).rejects.toThrow(/left as it is/);
    expect(await readFile(registry, 'utf8')).toBe('{"version":1,');
  });
});

describe('a registry with a wrong entry', () => {
  const wrong = {
    enabled: true,
    title: 7,
    description: '',
    routes: ['/works'],
    entry: 'http://localhost:4173/remoteEntry.js',
    note: 'mine',
  };
  const write = (remotes: Record<string, unknown>) => writeFile(registry, JSON.stringify({ version: 1, remotes }));
  const raw = async (): Promise<unknown> => JSON.parse(await readFile(registry, 'utf8'));

  it('is reported and kept as it is when another remote is published', async () => {
    await write({ contest: wrong });
    const { outcome, leftOut } = await publishRelease(release(), registry);
    expect(outcome).toBe('published');
    expect(describeLeftOut(leftOut)).toEqual([
      expect.stringMatching(/^! contest doesn't fit the registry .*: title: /),
    ]);
    expect(await raw()).toMatchObject({ remotes: { contest: wrong, draw: { enabled: true } } });
  });

  it('is replaced by publishing that remote, with its switch and pin', async () => {
    await write({ draw: { ...wrong, enabled: false } });
    expect((await publishRelease(release(), registry)).outcome).toBe('published');
    expect((await readRegistryFile(registry)).registry.remotes['draw']).toMatchObject({
      enabled: false,
      pin: null,
      version: '1.0.0+aaaa',
    });
  });

  it('is kept when its switch is wrong: no remote is switched on unasked', async () => {
    await write({ draw: { ...wrong, enabled: 'no' } });
    await expect(publishRelease(release(), registry)).rejects.toThrow(/whether draw is on: enabled: .*left as it is/);
    expect(await raw()).toMatchObject({ remotes: { draw: { enabled: 'no' } } });
  });
});

describe('writers of the registry', () => {
  it('wait for a live process, however old its lock file is', async () => {
    await mkdir(folder, { recursive: true });
    const lock = await takeLock(`${registry}.lock`);
    await utimes(`${registry}.lock`, new Date(0), new Date(0));
    let published = false;
    const publishing = publishRelease(release(), registry).then(() => (published = true));
    await delay(300);
    expect(published).toBe(false);
    await lock.release();
    await publishing;
  });

  it('lose nothing when several processes find the lock of a dead one', { timeout: 60_000 }, async () => {
    await writeFile(
      `${registry}.lock`,
      JSON.stringify({ pid: spawnSync(process.execPath, ['-e', '0']).pid, startedAt: '', id: 'a dead one' }),
    );
    const names = ['campaign2023', 'draw', 'contest', 'yearreport'];
    const writers = names.map((name) =>
      spawn(process.execPath, ['--import', 'tsx', join(packageFolder, 'src/testing/write-entry.ts'), registry, name], {
        cwd: packageFolder,
        stdio: 'inherit',
      }),
    );
    const codes = await Promise.all(writers.map(async (writer) => (await once(writer, 'exit'))[0]));
    expect(codes).toEqual([0, 0, 0, 0]);
    expect(Object.keys((await readRegistryFile(registry)).registry.remotes).sort()).toEqual(names.sort());
  });
});

const open: ServedRegistry[] = [];
const served = (lastGood = 'last.json', log?: Log) => {
  const reader = createServedRegistry(registry, join(folder, 'run', lastGood), log);
  open.push(reader);
  return reader;
};
const textOf = async (reader: ReturnType<typeof served>) => (await reader.read())?.text ?? null;

describe('createServedRegistry', () => {
  it('follows an edit by hand at once, one of the same size included', async () => {
    const reader = served();
    await publishRelease(release(), registry);
    expect(await textOf(reader)).toContain('"enabled": true');
    await writeFile(registry, (await readFile(registry, 'utf8')).replace('"enabled": true', '"enabled":  null'));
    await writeFile(registry, (await readFile(registry, 'utf8')).replace('"enabled":  null', '"enabled": false'));
    expect(await textOf(reader)).toContain('"enabled": false');
    await writeFile(registry, (await readFile(registry, 'utf8')).replace('大转盘', '小转盘'));
    expect(await textOf(reader)).toContain('小转盘');
  });

  it.each([
    '',
    '{"version":1,',
    '<html>',
    '{"version":2,"remotes":{}}',
    `{"version":1,"remotes":{},"filler":"${'x'.repeat(600_000)}"}`,
  ])('serves the last good one while the file is %.20j, also after a restart', async (broken) => {
    await publishRelease(release(), registry);
    const reader = served();
    const good = await textOf(reader);
    await writeFile(registry, broken);
    expect(await textOf(reader)).toBe(good);
    expect(await textOf(served())).toBe(good);
  });

  it('never serves a registry that is being written', async () => {
    await publishRelease(release(), registry);
    const whole = await readFile(registry, 'utf8');
    const reader = served();
    const good = await textOf(reader);
    for (let length = 0; length < whole.length; length += 97) {
      await writeFile(registry, whole.replace('true', 'false').slice(0, length));
      expect(await textOf(reader)).toBe(good);
    }
  });

  it('serves the last good entry of a remote with a wrong field, also after a restart and a second edit', async () => {
    await publishRelease(release(), registry);
    const reader = served();
    await reader.read();
    const whole: { version: 1; remotes: Record<string, object> } = JSON.parse(await readFile(registry, 'utf8'));
    const edit = (draw: object, contest: object) =>
      writeFile(
        registry,
        JSON.stringify({ ...whole, remotes: { draw: { ...whole.remotes['draw'], ...draw }, contest } }),
      );
    const remotesOf = async (from: ServedRegistry) =>
      readRegistry(JSON.parse((await textOf(from)) ?? ''))?.registry.remotes ?? {};

    await edit({ routes: 'everywhere' }, { ...whole.remotes['draw'], routes: ['/works'] });
    expect(Object.keys(await remotesOf(reader))).toEqual(['draw', 'contest']);
    await edit({ routes: 'nowhere', enabled: false }, { enabled: 7 });
    expect(await remotesOf(reader)).toMatchObject({
      draw: { enabled: false, version: '1.0.0+aaaa' },
      contest: { enabled: true },
    });
    expect(Object.keys(await remotesOf(served()))).toEqual(['draw', 'contest']);
    await writeFile(registry, '{');
    expect(Object.keys(await remotesOf(served()))).toEqual(['draw', 'contest']);
  });

  it('serves a wrong entry as it is where there never was a good one', async () => {
    const text = JSON.stringify({ version: 1, remotes: { draw: { enabled: 'yes' } } });
    await writeFile(registry, text);
    expect(await textOf(served())).toBe(text);
  });

  it('is null when there never was a good one', async () => {
    await writeFile(registry, 'broken');
    expect(await served().read()).toBeNull();
  });

  it('omits the lists of hashed scripts from the page', async () => {
    await publishRelease(release(), registry);
    const content = await served().read();
    const parsed = readRegistry(content?.slim)?.registry.remotes['draw'];
    expect(parsed).toMatchObject({
      enabled: true,
      scripts: [],
      styles: [file('assets/style-1.css')],
      calls: ['/fridge/AnnualDraw21/draw'],
    });
    expect(JSON.stringify(content?.slim)).not.toContain(file('remoteEntry-1.js').integrity);
    expect(content?.text).toContain(file('remoteEntry-1.js').integrity);
  });
});

describe('the last good registry', () => {
  const lastGood = () => readFile(join(folder, 'run', 'remotes.last-good.json'), 'utf8');

  it('is kept after a publication or command without a reader', async () => {
    await publishRelease(release(), registry);
    expect(await lastGood()).toBe(await readFile(registry, 'utf8'));
    await updateRegistryFile(registry, ({ registry: { remotes } }) => ({
      draw: { ...remotes['draw'], enabled: false },
    }));
    expect(await lastGood()).toContain('"enabled": false');
    await writeFile(registry, '{"version":1,');
    expect(await textOf(served('remotes.last-good.json'))).toContain('"enabled": false');
  });

  it('is kept after an edit by hand without a request; a problem is logged once', { timeout: 30_000 }, async () => {
    await publishRelease(release(), registry);
    const warned: object[] = [];
    served('remotes.last-good.json', createLogger('warn', { write: (line) => warned.push(JSON.parse(line)) }));
    const edited = (await readFile(registry, 'utf8')).replace('"enabled": true', '"enabled": false');
    await writeFile(registry, edited);
    await vi.waitFor(async () => expect(await lastGood()).toBe(edited), { timeout: 10_000 });
    await writeFile(registry, '{"version":2,"remotes":{}}');
    await vi.waitFor(
      () => expect(warned).toMatchObject([{ event: 'registryRefused', problem: expect.stringMatching(/^version: /) }]),
      { timeout: 10_000 },
    );
    expect(await lastGood()).toBe(edited);
  });
});

describe('npm start, which publishes the builds of this machine,', () => {
  const dist = () => join(folder, 'dist');
  const publishHere = async (version: string, port = 4172) => {
    await mkdir(join(dist(), 'assets'), { recursive: true });
    for (const name of ['remoteEntry-1.js', 'assets/style-1.css']) await writeFile(join(dist(), name), contentOf(name));
    await writeFile(
      join(dist(), 'release.json'),
      await release({ version }).read('release.json', 'description', 10_000),
    );
    const origin = `http://localhost:${port}`;
    return publishLocalRelease({
      dist: dist(),
      releases: join(folder, 'releases'),
      origin,
      registryPath: registry,
      settings: { ...settings, remoteOrigins: [origin] },
    });
  };
  const entry = async () => (await readRegistryFile(registry)).registry.remotes['draw']?.entry;

  it('replaces what it published before, also from another port', async () => {
    await publishHere('1.0.0');
    expect(await entry()).toBe('http://localhost:4172/1.0.0/remoteEntry-1.js');
    expect(await publishHere('1.0.1')).toEqual(['draw 1.0.1: published']);
    expect(await publishHere('1.0.1', 5172)).toEqual(['draw 1.0.1: published']);
    expect(await entry()).toBe('http://localhost:5172/1.0.1/remoteEntry-1.js');
  });

  it.each([
    'https://draw.example/1.0.0/remoteEntry.js',
    'http://localhost:9999/remoteEntry.js',
    'http://localhost:9999/2.0.0/remoteEntry.js',
  ])('keeps what was published from elsewhere: %s', async (elsewhere) => {
    await publishHere('1.0.0');
    await updateRegistryFile(registry, ({ registry: { remotes } }) => ({
      draw: { ...remotes['draw'], entry: elsewhere },
    }));
    const before = await readFile(registry, 'utf8');
    expect(await publishHere('1.0.1')).toEqual([
      expect.stringMatching(
        /^draw 1\.0\.1: not published, http.* serves this remote\. .*publish http:\/\/localhost:4172\/1\.0\.1\/ --move/,
      ),
    ]);
    expect(await readFile(registry, 'utf8')).toBe(before);
  });

  it("starts without a release that doesn't fit, and says why", async () => {
    await publishRelease(release({ name: 'contest' }), registry);
    expect(await publishHere('1.0.0')).toEqual([
      expect.stringMatching(/^! The release at .* was not published: its route \/draw belongs to contest\./),
    ]);
  });
});

describe('storeRelease', () => {
  const build = async (version: string) => {
    const dist = join(folder, 'dist');
    await mkdir(dist, { recursive: true });
    await writeFile(join(dist, 'remoteEntry-1.js'), version);
    await writeFile(join(dist, 'release.json'), await release({ version }).read('release.json', 'description', 10_000));
    return dist;
  };

  it('keeps each version in a folder of its own, whatever is built later', async () => {
    const releases = join(folder, 'releases');
    await storeRelease(await build('1.0.0'), releases);
    await storeRelease(await build('1.0.1'), releases);
    expect(await readFile(join(releases, '1.0.0', 'remoteEntry-1.js'), 'utf8')).toBe('1.0.0');
    expect(await readFile(join(releases, '1.0.1', 'remoteEntry-1.js'), 'utf8')).toBe('1.0.1');
  });

  it('keeps one copy, also when several run at the same time', async () => {
    const releases = join(folder, 'releases');
    const dist = await build('1.0.0');
    await Promise.all([storeRelease(dist, releases), storeRelease(dist, releases)]);
    expect(await readdir(releases)).toEqual(['1.0.0']);
  });
});
