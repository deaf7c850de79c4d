import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Shell } from '@fridge/shared-contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildShells, withReleaseAddresses } from './build-shells.ts';

let dist = '';
beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'build-shells-'));
});
afterEach(() => rm(dist, { recursive: true }));

const Screen = () => null;
const built = () => ({ dist, files: new Set(['assets/a-1.svg']), css: '.a{top:0}.b{top:0}' });
const build = (shell: Shell, path = '/draw') =>
  buildShells({ [path]: async () => ({ default: Screen, Shell: shell, header: { share: true } }) }, 'draw', built());

it('writes markup and styles of a route, by their hashes', async () => {
  const Drawn: Shell = () => (
    <p className="a" style={{ left: 0 }}>
      <img alt="" src="%release%/assets/a-1.svg" />
    </p>
  );
  const shell = (await build(Drawn, '/draw/rule')).get('/draw/rule');
  expect(shell).toMatchObject({
    header: { overlay: false, share: true },
    styles: { file: expect.stringMatching(/^shells\/draw-rule-[\da-f]{8}\.css$/) },
    markups: [
      { skins: [0, 1, 2], period: 'any', markup: { file: expect.stringMatching(/^shells\/draw-rule-.*\.html$/) } },
    ],
  });
  const read = (file = '') => readFile(join(dist, file), 'utf8');
  expect(await read(shell?.markups[0]?.markup.file)).toBe(
    '<p class="_0" data-style="1"><img alt="" src="%release%/assets/a-1.svg"/></p>',
  );
  expect(await read(shell?.styles.file)).toBe(
    '[data-shell="/draw/rule"] ._0{top:0}[data-shell="/draw/rule"] [data-style="1"]:not(#_){left:0}',
  );
});

it('has none for a route without a shell', async () =>
  expect((await buildShells({ '/draw': async () => ({ default: Screen }) }, 'draw', built())).size).toBe(0));

describe('a build', () => {
  it.each<[string, Shell, string]>([
    ['what pages may not hold', () => <form className="a" />, '/draw: its markup has a <form>'],
    ['a file that it lacks', () => <img alt="" src="%release%/assets/b.svg" />, '/draw: its shell needs assets/b.svg'],
    ['the time', () => <p>{Date.now()}</p>, "/draw: its shell can't be drawn in Node: A shell calls Date.now."],
    ['what only browsers have', () => <p>{window.name}</p>, "/draw: its shell can't be drawn in Node: window is not"],
  ])('fails on a shell with %s', (_, shell, problem) => expect(build(shell)).rejects.toThrow(problem));
});

it.each([
  ['url(./a-1.svg)', '%release%/assets/a-1.svg'],
  ['url(../b.svg)', '%release%/b.svg'],
  ['url("data:image/png;base64,AA==")', 'data:image/png;base64,AA=='],
  ['url(#a)', '#a'],
])('addresses %s by the release', (url, address) =>
  expect(withReleaseAddresses(`.a{background:${url}}`, 'assets/style.css')).toContain(address),
);
