import { contractText } from '@fridge/shared-contracts';
import { type RegistryEntry, registryEntrySchema } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ReleaseOrigin, serveRelease } from '../testing/release-origin.ts';
import { inspectRemotes } from './served-remotes.ts';

const HOST = 'https://activities.example';
const VERSION = '1.0.1+bbbb';
let served: ReleaseOrigin;
let entry: RegistryEntry;
beforeEach(async () => {
  served = await serveRelease();
  const described: RegistryEntry = await (await fetch(`${served.address}release.json`)).json();
  entry = v.parse(registryEntrySchema, { ...described, enabled: true, entry: `${served.address}${described.entry}` });
});
afterEach(() => served.close());

const listed = (fields: object) => ({
  name: 'draw',
  state: 'on' as const,
  release: 'latest',
  canary: null,
  version: VERSION,
  entry,
  problems: [],
  gaveWay: [],
  ...fields,
});
const altered = () => ({
  ...entry,
  version: '1.0.0+aaaa',
  styles: [{ file: 'assets/style-1.css', integrity: `sha384-${'A'.repeat(64)}`, bytes: 4 }],
});

it('finds the files of a release as registered, by the origin of its pages', async () => {
  expect(await inspectRemotes([listed({})], HOST)).toMatchObject({
    remotes: [
      { name: 'draw', version: VERSION, contract: contractText, served: '3 files as registered', canary: null },
    ],
    problems: [],
  });
  expect(served.origins).toContain(HOST);
});

it("names files that pages don't get, of a canary too, and what gave way", async () => {
  const file = "1.0.0+aaaa: pages don't get its files: assets/style-1.css: it isn't the file that the registry names";
  const instead = `1.0.0+aaaa: its origin serves ${VERSION} instead`;
  const canary = { release: '1.0.0+aaaa', percent: 10, entry: altered() };
  const found = await inspectRemotes([listed({ canary, gaveWay: ['canary 9.0.0: gone'] })], HOST);
  expect(found).toMatchObject({ remotes: [{ served: '3 files as registered', canary: '1.0.0+aaaa for 10 %' }] });
  expect(found.problems).toEqual(['draw: without effect: canary 9.0.0: gone', `draw ${instead}`, `draw ${file}`]);
  expect(await inspectRemotes([listed({ entry: altered() })], HOST)).toMatchObject({
    remotes: [{ served: "pages don't get it" }],
    problems: [`draw ${instead}`, `draw ${file}`],
  });
});

it("names a remote that isn't opened, and an origin that doesn't answer", async () => {
  const leftOut = listed({ name: 'contest', entry: null, version: null, problems: ['its release is gone'] });
  served.close();
  const { problems } = await inspectRemotes([leftOut, listed({})], HOST);
  expect(problems).toEqual([
    "contest isn't opened: its release is gone",
    expect.stringMatching(/^draw .*ECONNREFUSED/),
  ]);
});
