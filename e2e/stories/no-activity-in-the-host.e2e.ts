import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { releaseSchema } from '@fridge/shared-contracts/team';
import { expect, test } from '@playwright/test';
import { parse } from 'valibot';
import { inRepository, presentRemotes } from '../../ops/src/workspace.ts';
import { campaignWords, commonWords, contestWords, drawWords, hostWords, productNames, reportWords } from '../words.ts';

const releases = presentRemotes().map(async ({ folder }) =>
  parse(releaseSchema, JSON.parse(await readFile(inRepository(folder, 'dist/release.json'), 'utf8'))),
);

/** Everything that users can get from the host's origin, as text. */
async function hostFiles(): Promise<{ file: string; text: string }[]> {
  const dist = inRepository('host/dist');
  const files = (await readdir(dist, { recursive: true })).filter((file) => /\.(?:js|css|html|svg)$/.test(file));
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(join(dist, file), 'utf8') })));
}

/** @returns which of the terms stand where in the host's build, each as a word of its own */
async function found(terms: Iterable<string>): Promise<string[]> {
  const files = await hostFiles();
  expect(files.length).toBeGreaterThan(10);
  return [...new Set(terms)].flatMap((term) =>
    files.filter(({ text }) => isIn(term, text)).map(({ file }) => `${term} in ${file.replace(/-[\w-]{8}(?=\.)/, '')}`),
  );
}

function isIn(term: string, text: string): boolean {
  const word = /[\w/-]/;
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1))
    if (!word.test(text[at - 1] ?? '') && !word.test(text[at + term.length] ?? '')) return true;
  return false;
}

test('the host is built without a name, window, call or file of an activity', async () => {
  const built = await Promise.all(releases);
  expect(built.length).toBeGreaterThanOrEqual(4);
  const terms = built.flatMap(({ name, calls, routes, entry, scripts, styles, assets, picture }) => [
    name,
    ...calls,
    ...calls.map((call) => call.replace(/^setting:/, '')),
    ...routes.flatMap(({ window }) => window ?? []),
    entry,
    ...[...scripts, ...styles, ...assets, ...(picture ? [picture] : [])].map(({ file }) => file),
  ]);
  expect(await found(terms)).toEqual([]);
});

test('the host is built without a path of an activity', async () => {
  const paths = (await Promise.all(releases)).flatMap(({ routes }) => routes.map(({ path }) => path));
  expect(await found(paths.filter((path) => path !== '/'))).toEqual([
    // Hall, ended and offline pages lead to one's prizes, whichever remote has them (architecture).
    '/prize in assets/index.js',
    // Where the share page leads that came without a page: "parameter 2" is its report variant (architecture).
    '/yearReport in assets/page-before.js',
  ]);
});

test('the host is built without a text of an activity', async () => {
  const declared = (await Promise.all(releases)).flatMap(({ title, description, routes }) => [
    title,
    description,
    ...routes.map((route) => route.title),
  ]);
  const texts = new Set([...partsOf(campaignWords, contestWords, drawWords, reportWords), ...declared]);
  expect(texts.size).toBeGreaterThan(300);
  const own = partsOf(hostWords, commonWords, productNames).toSorted((one, other) => other.length - one.length);
  const rest = (await hostFiles()).map(({ text }) => own.reduce((left, part) => left.replaceAll(part, ''), text));
  expect([...texts].filter((text) => text.length > 3 && rest.some((each) => each.includes(text)))).toEqual([]);
});

test('the host is built with no word of an activity but those of contract 3.0, which any remote may use', async () => {
  const words = (await hostFiles()).flatMap(
    ({ text }) => text.match(/[\w-]*(?:coupon|campaign|contest|lottery|quiz|recipe|annual|-wheel-)[\w-]*/gi) ?? [],
  );
  expect([...new Set(words)].sort()).toEqual([
    '--wheel-size', // a measure of the layout, which changes with the height
    'annualReport', // one of the paths that calls may have
    'couponPage', // its address, and the title of the app's web view: settings
    'couponTitle',
    'openCoupon', // opens a page outside the product
  ]);
});

test('the host is built with two pictures, which show no activity', async () => {
  const pictures = (await readdir(inRepository('host/dist'), { recursive: true })).filter((file) =>
    ['.png', '.jpg', '.svg', '.webp'].includes(extname(file)),
  );
  expect(pictures.sort()).toEqual(['icon.svg', 'share-card.png']);
});

/** What stands in a build of a deck's texts: the builds split them at their placeholders. */
const partsOf = (...decks: readonly object[]): string[] =>
  decks
    .flatMap((deck) => Object.values(deck).flat())
    .filter((text): text is string => typeof text === 'string')
    .flatMap((text) => text.split(/\{\w+\}/))
    .filter((part) => part !== '');
