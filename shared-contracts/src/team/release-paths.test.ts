import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { redirectsSchema } from '../contract/route.ts';
import { redirectedPath } from '../page/registry.ts';
import { pathsOf, redirectProblems } from './release-paths.ts';

const routes = [{ path: '/picnic' }, { path: '/picnic/spots/' }];
const redirect = (from: string, to: string) => ({ from, to });

describe('redirects of a release', () => {
  it.each([
    ['none', [], []],
    ['to a route', [redirect('/picnic/old', '/picnic'), redirect('/lawn', '/picnic/spots')], []],
    [
      'from a route',
      [redirect('/picnic/spots', '/picnic')],
      ['its redirect from /picnic/spots is one of its routes: leave out one of them.'],
    ],
    ['twice', [redirect('/old', '/picnic'), redirect('/old', '/picnic/spots')], ['it redirects /old twice.']],
    [
      'to another redirect',
      [redirect('/old', '/older'), redirect('/older', '/picnic')],
      ["its redirect from /old leads to /older, which isn't one of its routes: name the route where it ends."],
    ],
    [
      'to itself',
      [redirect('/old', '/old')],
      ["its redirect from /old leads to /old, which isn't one of its routes: name the route where it ends."],
    ],
  ])('%s', (_, redirects, problems) => expect(redirectProblems({ routes, redirects })).toEqual(problems));

  it.each(['/', '/old/', '//evil.example', 'old', '/old?x=1', `/${'a'.repeat(64)}`])(
    'refuses a source such as %s',
    (from) => expect(v.safeParse(redirectsSchema, [redirect(from, '/picnic')]).success).toBe(false),
  );

  it('opens by each of its paths', () =>
    expect(pathsOf({ routes, redirects: [redirect('/old', '/picnic')] })).toEqual([
      '/picnic',
      '/picnic/spots',
      '/old',
    ]));

  it.each([
    ['/old', '/picnic'],
    ['/picnic', '/picnic'],
    ['/constructor', '/constructor'],
  ])('leads from %s to %s', (path, to) => {
    const remotes = { draw: { routes: [] }, picnic: { routes, redirects: [redirect('/old', '/picnic')] } };
    expect(redirectedPath({ remotes }, path)).toBe(to);
    expect(redirectedPath(null, path)).toBe(path);
  });

  it('never lead away from a route, nor in a circle', () => {
    const remotes = {
      draw: { routes: [{ path: '/draw' }], redirects: [redirect('/picnic', '/draw')] },
      picnic: { routes, redirects: [redirect('/draw', '/picnic')] },
    };
    expect(['/draw', '/picnic'].map((path) => redirectedPath({ remotes }, path))).toEqual(['/draw', '/picnic']);
  });
});
