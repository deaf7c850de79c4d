import { describe, expect, it } from 'vitest';
import { changedShare, judgeShell, movedPlaces } from './shell.ts';
import type { Place, Rectangle, ShellLook } from './look-at-shell.ts';

/** `20,64 120x40` */
function rectangle(text: string): Rectangle {
  const [x = 0, y = 0, width = 0, height = 0] = text.split(/[ ,x]/).map(Number);
  return { x, y, width, height };
}
const place = (name: string, at: string, holdsLive = false): Place => ({
  ...rectangle(at),
  name,
  key: name,
  holdsLive,
});
const text = (at: string) => place('live', at);
const window = { width: 390, height: 800 };
const shell = rectangle('0,0 390x1600');
const lookOf = (more: Partial<ShellLook> = {}): ShellLook => ({
  window,
  shell,
  live: [],
  markup: [],
  screen: [],
  ...more,
});

describe('a place of the markup', () => {
  it.each<[string, Place, Place[], string | null]>([
    ['stays', place('h1', '20,64 120x40'), [place('h1', '20,64 120x40')], null],
    ['stays within a pixel', place('h1', '20,64 120x40'), [place('h1', '20.9,63.1 121x39')], null],
    ['stays though there are others', place('p', '0,9 5x5'), [place('p', '0,0 5x5'), place('p', '0,9 5x5')], null],
    ['moves', place('h1', '20,64 120x40'), [place('h1', '20,66 120x40')], '20,66'],
    ['grows', place('h1', '20,64 120x40'), [place('h1', '20,64 120x80')], '20,64'],
    ['grows around what is live', place('ul', '20,64 120x40', true), [place('ul', '20,64 130x400')], null],
    ['moves with what is live', place('ul', '20,64 120x40', true), [place('ul', '20,70 120x40')], '20,70'],
    ['goes', place('h1', '20,64 120x40'), [place('p', '20,64 120x40')], 'gone'],
    ['moves to the nearest', place('p', '0,9 5x5'), [place('p', '0,300 5x5'), place('p', '0,30 5x5')], '0,30'],
  ])('%s', (_, before, screen, told) => {
    const [moved] = movedPlaces([before], screen);
    const now = moved === undefined ? null : moved.now === null ? 'gone' : `${moved.now.x},${moved.now.y}`;
    expect(now).toBe(told);
  });
});

describe('the share of what changes', () => {
  it.each<[string, string[], number]>([
    ['nothing', [], 0],
    ['a quarter', ['0,0 390x200'], 0.25],
    ['what two cover once', ['0,0 390x200', '0,100 390x100', '0,100 195x300'], 0.375],
    ['below the first window', ['0,800 390x800'], 0],
    ['across its end', ['0,700 390x800'], 0.125],
    ['what is beside the shell', ['-390,0 390x800'], 0],
    ['all', ['-10,-10 500x2000'], 1],
  ])('of %s', (_, live, share) => expect(changedShare(lookOf({ live: live.map(text) }))).toBeCloseTo(share));

  it('leaves out what the screen draws in the same place', () => {
    const live = [text('0,0 390x200'), text('0,200 390x200')];
    expect(changedShare(lookOf({ live, screen: [text('0,0 390x200')] }))).toBe(0.25);
  });

  it('counts what the shell has of a window that is larger', () =>
    expect(changedShare(lookOf({ shell: rectangle('0,0 390x400'), live: [text('0,0 390x100')] }))).toBe(0.25));

  it('is nothing of a shell that draws nothing', () =>
    expect(changedShare(lookOf({ shell: rectangle('0,0 390x0') }))).toBe(0));
});

it('tells of what moved once, where it was seen first, and of the largest share', () => {
  const moves = { markup: [place('h1', '20,64 120x40')], screen: [place('h1', '20,80 120x40')] };
  const looks = [
    { ...lookOf(moves), skin: 0 },
    { ...lookOf({ ...moves, live: [text('0,0 390x300')] }), skin: 1 },
    { ...lookOf({ markup: [place('nav.links', '0,700 390x60')], live: [text('0,0 390x280')] }), skin: 2 },
  ];
  expect(judgeShell(looks)).toMatchObject([
    {
      level: 'fault',
      rule: 'shell',
      what:
        "its shell isn't what users keep: when the screen takes its place, " +
        'h1 at 20,64 (120 by 40) moves to 20,80 (120 by 40) (390 px, skin 0); ' +
        'nav.links at 0,700 (390 by 60) goes (390 px, skin 2); ' +
        '38 % of its first window changes where data-live marks it (390 px, skin 1), and at most 30 % may',
    },
  ]);
});

it('lets a skeleton be as large as it has to', () => {
  const skeleton = lookOf({ live: [text('0,0 390x700')] });
  expect(judgeShell([{ ...skeleton, skin: 0 }])).toHaveLength(1);
  expect(judgeShell([{ ...skeleton, skin: 0 }], 1)).toEqual([]);
});

it('finds nothing in a shell that its screen keeps', () => {
  const kept = [place('h1', '20,64 120x40')];
  expect(judgeShell([{ ...lookOf({ markup: kept, screen: kept }), skin: 0 }])).toEqual([]);
  expect(judgeShell([])).toEqual([]);
});
