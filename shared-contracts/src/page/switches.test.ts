import { expect, it } from 'vitest';
import * as v from 'valibot';
import { switchesSchema } from './switches.ts';

const draw = { state: 'on', releases: ['1.0.0'] };

it('ignores what is added later', () =>
  expect(v.parse(switchesSchema, { later: {}, remotes: { draw: { ...draw, later: 'x' } } })).toEqual({
    remotes: { draw },
  }));

it.each([
  ['no remotes', {}],
  ['a list of remotes', { remotes: [draw] }],
  ['another state', { remotes: { draw: { ...draw, state: 'paused' } } }],
  ['no releases', { remotes: { draw: { state: 'off' } } }],
])('refuses %s', (_, raw) => expect(v.is(switchesSchema, raw)).toBe(false));
