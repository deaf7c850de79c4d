import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sourceName, writeMaps } from './write-maps.ts';

it.each([
  ['/home/a/picnic/src/screens/spots.tsx', 'src/screens/spots.tsx'],
  ['/home/a/node_modules/@fridge/shared-ui/dist/index.js', 'node_modules/@fridge/shared-ui/dist/index.js'],
  ['/home/a/node_modules/x/node_modules/y/index.js', 'node_modules/y/index.js'],
  ['/home/a/shared-ui/src/rules.tsx', '../shared-ui/src/rules.tsx'],
])('names %s as %s', (source, name) => expect(sourceName(source, '/home/a/picnic')).toBe(name));

it('leaves no source text in a map, and does without one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'remote-kit-maps-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const map = { version: 3, sources: ['../src/a.ts'], sourcesContent: ['secret'], names: ['a'], mappings: 'AAAAA' };
  await writeFile(join(folder, 'a.js.map'), JSON.stringify({ ...map, file: 'a.js', debugId: 'x' }));
  expect(await writeMaps(folder, folder, ['a.js', 'remoteEntry-1.js'])).toEqual(['a.js.map']);
  const { sourcesContent: _, ...kept } = map;
  expect(JSON.parse(await readFile(join(folder, 'a.js.map'), 'utf8'))).toEqual(kept);
});
