import type { RouteShell } from '@fridge/shared-contracts/page';
import { expect, it } from 'vitest';
import { coverageProblems, readShells } from './shell-problems.ts';

type Markup = RouteShell['markups'][number];
type Skin = Markup['skins'][number];

const fileOf = (file: string) => ({ file, integrity: `hash of ${file}`, bytes: 1 });
const routesOf = (...markups: Markup[]) => {
  const shell: RouteShell = { header: { overlay: false, share: false }, styles: fileOf('a.css'), markups };
  return [{ path: '/picnic', title: '', window: null, tone: null, scripts: [], keeps: false, shell }];
};
const markupFor = (skins: Skin[], period: Markup['period'], file = 'a.html'): Markup => ({
  skins,
  period,
  surroundings: 'any',
  address: 'any',
  markup: fileOf(file),
});
const app = (skins: Skin[]): Markup => ({ ...markupFor(skins, 'any'), surroundings: 'app' });
const browser = (skins: Skin[]): Markup => ({ ...markupFor(skins, 'any'), surroundings: 'browser' });
const bare: Markup = { ...markupFor([0, 1, 2], 'any'), address: 'bare' };

const of = (...parts: string[][]): string[] =>
  parts.reduce((texts, words) => texts.flatMap((text) => words.map((word) => `${text} ${word}`)));
const addresses = ['without parameters', 'with parameters'];
const places = ['in the app', 'in browsers'];
const periods = ['in a period with bounds', 'in a period without bounds'];

it.each<[string, Markup[], string[]]>([
  ['one for all', [markupFor([0, 1, 2], 'any')], []],
  ['one for each period', [markupFor([0, 1, 2], 'bounded'), markupFor([2, 1, 0], 'open')], []],
  ['one for a skin', [markupFor([1], 'bounded'), markupFor([1], 'open'), markupFor([0, 2], 'any')], []],
  ['one for each surroundings', [app([0, 1, 2]), browser([0, 2]), browser([1])], []],
  [
    'none in browsers for a skin',
    [app([0, 1, 2]), browser([0, 2])],
    of(['no markup for skin 1'], addresses, ['in browsers'], periods),
  ],
  [
    'none without bounds for a skin',
    [markupFor([0, 2], 'any'), markupFor([1], 'bounded')],
    of(['no markup for skin 1'], addresses, places, ['in a period without bounds']),
  ],
  [
    'two with bounds for a skin',
    [markupFor([0, 1, 2], 'any'), markupFor([1], 'bounded')],
    of(['2 markups for skin 1'], addresses, places, ['in a period with bounds']),
  ],
  ['one for each address', [bare, { ...bare, address: 'named' }], []],
  [
    'none for addresses with parameters',
    [bare],
    of(['no markup for'], ['skin 0', 'skin 1', 'skin 2'], ['with parameters'], places, periods),
  ],
])('of markups: %s', (_, markups, told) => {
  expect(coverageProblems(routesOf(...markups))).toEqual(
    told.map((text) => ({
      kind: 'shell',
      text: `the shell of its route /picnic has ${text}, and needs one. Build the release again.`,
    })),
  );
});

it.each<[string, Record<string, Buffer>, RegExp | null]>([
  [
    'sound',
    { 'a.html': Buffer.from('<h1>野餐</h1>'), 'a.css': Buffer.from('[data-shell="/picnic"] h1{color:red}') },
    null,
  ],
  ['markup with a script', { 'a.html': Buffer.from('<script>steal()</script>') }, /^a\.html: .*script/],
  ['styles for the whole page', { 'a.css': Buffer.from('@import "x.css"; h1{color:red}') }, /^a\.css: /],
  ['bytes that are no text', { 'a.html': Buffer.from([0x3c, 0xff, 0xfe]) }, /^a\.html: it is no text in UTF-8\.$/],
  ['a text with U+0000', { 'a.html': Buffer.from('<p>\0</p>') }, /^a\.html: it is no text in UTF-8\.$/],
])('of texts: %s', (_, contents, told) => {
  const { problems } = readShells(routesOf(markupFor([0, 1, 2], 'any')), new Map(Object.entries(contents)));
  if (told === null) return expect(problems).toEqual([]);
  expect(problems[0]).toEqual({ kind: 'shell', text: expect.stringMatching(told) });
});

it('gives the texts byte for byte, by integrity', () => {
  const [markup, styles] = ['\ufeff<h1>野餐</h1>\r\n', ''];
  const contents = new Map([
    ['a.html', Buffer.from(markup)],
    ['a.css', Buffer.from(styles)],
  ]);
  const { texts } = readShells(routesOf(markupFor([0, 1, 2], 'any')), contents);
  expect(Object.fromEntries(texts)).toEqual({ 'hash of a.html': markup, 'hash of a.css': styles });
});
