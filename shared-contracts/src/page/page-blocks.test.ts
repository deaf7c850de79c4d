import { expect, it } from 'vitest';
import { otherRemoteAt } from './page-blocks.ts';

it.each([
  ['/draw', {}, { name: 'draw', hash: 'abc' }],
  ['/prize', { enabled: false }, { name: 'draw', hash: 'abc' }],
  ['/draw', { enabled: false }, null],
  ['/prize', { stopped: true }, null],
  ['/draw', { contract: '9.0' }, null],
  ['/works', {}, null],
  ['/picnic', {}, null],
])('another remote at %s, with %j, that may open and comes by its hash: %j', (path, change, expected) => {
  const draw = { routes: [{ path: '/draw' }, { path: '/prize', keeps: true }], ...change };
  const remotes = { far: { routes: [{ path: '/works' }] }, draw };
  expect(otherRemoteAt({ registry: { remotes }, integrity: { draw: 'abc' } }, path)).toEqual(expected);
});
