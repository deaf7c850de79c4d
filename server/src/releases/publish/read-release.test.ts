import { createHash } from 'node:crypto';
import { contractText } from '@fridge/shared-contracts';
import { shellLimits, sizeText, SOURCE_MAP_BYTES } from '@fridge/shared-contracts/team';
import { expect, it, vi } from 'vitest';
import { readRelease, releaseLimits } from './read-release.ts';
import type { FileKind, ReleaseSource } from './release-source.ts';

type Sized = { file: string; kind: FileKind; bytes: number };

/** A release of files that its description says this of, and what was read of them. */
function releaseOf(files: readonly Sized[], content: (file: Sized) => Buffer = () => Buffer.alloc(0)) {
  const read: string[] = [];
  const entry: Sized = { file: 'entry.js', kind: 'script', bytes: 0 };
  const all = [entry, ...files];
  const listed = (kind: FileKind) =>
    all.filter((each) => each.kind === kind).map((each) => ({ ...each, integrity: integrityOf(content(each)) }));
  const description = {
    name: 'picnic',
    version: '1.0.0',
    contract: contractText,
    title: '野餐',
    description: '',
    entry: entry.file,
    scripts: listed('script'),
    styles: listed('style'),
    assets: listed('asset'),
    maps: listed('map'),
    routes: [
      { path: '/picnic', window: null },
      ...listed('shell').map((markup, index) => {
        const styles = { ...markup, file: `shells/${index}.css`, bytes: 0 };
        const shell = { header: {}, styles, markups: [{ skins: [0, 1, 2], period: 'any', markup }] };
        return { path: `/picnic/${index}`, window: null, shell };
      }),
    ],
    picture: null,
    bridge: [],
    requires: [],
    calls: [],
    publicParameters: [],
  };
  const source: ReleaseSource = {
    baseUrl: 'http://localhost/',
    isUploaded: true,
    sent: [],
    description: Buffer.from(JSON.stringify(description)),
    async read(file) {
      read.push(file);
      const found = all.find((each) => each.file === file);
      return found === undefined ? Buffer.alloc(0) : content(found);
    },
  };
  return { source, read };
}

it('refuses a title that turns the text around it', async () => {
  const { source } = releaseOf([]);
  const turned = Buffer.from(String(source.description).replaceAll('野餐', '野\\u202e餐'));
  const { problems } = await readRelease({ ...source, description: turned });
  expect(problems).toContainEqual({
    kind: 'description',
    text: '"野…餐" has a character that turns text around.',
  });
});

const integrityOf = (content: Buffer) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

const script = (bytes: number, index = 0): Sized => ({ file: `assets/s-${index}.js`, kind: 'script', bytes });
const { scriptBytes, scriptsBytes, styleBytes, shellsBytes, bytes, files } = releaseLimits;

it.each<[string, Sized[], string]>([
  [
    'a script',
    [script(scriptBytes + 1)],
    `assets/s-0.js has ${sizeText(scriptBytes + 1)}, and a script has at most ${sizeText(scriptBytes)}`,
  ],
  [
    'a stylesheet',
    [{ file: 'a.css', kind: 'style', bytes: styleBytes + 1 }],
    `a.css has ${sizeText(styleBytes + 1)}, and a stylesheet has at most ${sizeText(styleBytes)}`,
  ],
  [
    'a source map',
    [script(1), { file: 'assets/s-0.js.map', kind: 'map', bytes: SOURCE_MAP_BYTES + 1 }],
    `assets/s-0.js.map has ${sizeText(SOURCE_MAP_BYTES + 1)}, and a source map has at most ${sizeText(SOURCE_MAP_BYTES)}`,
  ],
  [
    'all scripts',
    Array.from({ length: scriptsBytes / scriptBytes + 1 }, (_, index) => script(scriptBytes, index)),
    `its scripts have ${sizeText(scriptsBytes + scriptBytes)}, and those of a release have at most ${sizeText(scriptsBytes)}`,
  ],
  [
    'a shell',
    [{ file: 'shells/a.html', kind: 'shell', bytes: shellLimits.markupBytes + 1 }],
    `shells/a.html has ${sizeText(shellLimits.markupBytes + 1)}, and a file of markup has at most`,
  ],
  [
    'all shells',
    Array.from({ length: 45 }, (_, index) => ({ file: `shells/${index}.html`, kind: 'shell' as const, bytes: 24_000 })),
    `its shells have ${sizeText(45 * 24_000)}, and those of a release have at most ${sizeText(shellsBytes)}`,
  ],
  ['all files', [{ file: 'a.wav', kind: 'asset', bytes: bytes + 1 }], `it lists 2 files of ${sizeText(bytes + 1)}`],
  [
    'many files',
    Array.from({ length: files }, (_, index) => ({ file: `${index}.png`, kind: 'asset' as const, bytes: 0 })),
    `it lists ${files + 1} files of 0 B`,
  ],
])('a release with too much of %s is refused by its description, and nothing is read', async (_, listed, text) => {
  const { source, read } = releaseOf(listed);
  const { problems } = await readRelease(source);
  expect(problems).toEqual([{ kind: 'size', text: expect.stringContaining(text) }]);
  expect(read).toEqual([]);
});

it('is checked within its limits, and none of it is converted or hashed by the thread that answers calls', async () => {
  const listed = [
    ...Array.from({ length: 4 }, (_, index) => script(scriptBytes, index)),
    { file: 'a.wav', kind: 'asset' as const, bytes: 4 * 1024 * 1024 },
  ];
  const { source } = releaseOf(listed, ({ bytes: length }) => Buffer.alloc(length, '\u0001'));
  const longest = { text: 0, json: 0 };
  const toString = Buffer.prototype.toString;
  vi.spyOn(Buffer.prototype, 'toString').mockImplementation(function (this: Buffer, ...how) {
    longest.text = Math.max(longest.text, this.length);
    return toString.apply(this, how);
  });
  const stringify = JSON.stringify;
  vi.spyOn(JSON, 'stringify').mockImplementation((...what: Parameters<typeof JSON.stringify>) => {
    const text = stringify(...what);
    longest.json = Math.max(longest.json, text?.length ?? 0);
    return text;
  });
  const { problems } = await readRelease(source);
  expect(problems.map(({ text }) => text)).toEqual(
    [0, 1, 2, 3].map((index) => expect.stringMatching(`^assets/s-${index}\\.js:1:1 is no JavaScript module`)),
  );
  expect(longest.text).toBeLessThan(64 * 1024);
  expect(longest.json).toBeLessThan(64 * 1024);
});
