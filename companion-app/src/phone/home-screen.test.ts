import { describe, expect, it } from 'vitest';
import { listActivities } from './home-screen.tsx';

const entry = {
  enabled: true,
  title: 'T',
  description: 'D',
  routes: ['/draw', '/prize'],
  entry: 'http://localhost:4172/entry.js',
};

describe('listActivities', () => {
  it.each([
    [{ version: 1, remotes: { draw: entry } }, [{ name: 'draw', title: 'T', description: 'D', path: '/draw' }]],
    [{ version: 1, remotes: { draw: { ...entry, enabled: false } } }, []],
    [{ version: 1, remotes: {} }, []],
    [{ version: 2, remotes: { draw: entry } }, []],
    ['<html>', []],
    [null, []],
  ])('%j', (raw, list) => expect(listActivities(raw)).toEqual(list));
});
