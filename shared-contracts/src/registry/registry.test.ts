import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { isCompatible } from '../activity/contract-version.ts';
import { findRoute } from './find-route.ts';
import { parseRegistry, releaseFileSchema, type Registry } from './registry.ts';

const entry = { enabled: true, title: '活动', description: '', routes: ['/'], entry: 'http://localhost:4171/remoteEntry.js' };
const registry = (remotes: Record<string, unknown>) => ({ version: 1, remotes });

describe('parseRegistry', () => {
  it('needs no more than the fixed fields', () => {
    expect(parseRegistry(registry({ campaign2023: entry }))?.remotes['campaign2023']).toMatchObject({
      enabled: true, contract: '1.0', scripts: [], routes: [{ path: '/', title: '', window: null }],
    });
  });

  it('ignores fields it does not know', () => {
    expect(parseRegistry({ ...registry({ draw: { ...entry, extra: 1 } }), note: 'x' })).not.toBeNull();
  });

  it.each([
    ['nothing', null],
    ['a text', 'x'],
    ['another version', { version: 2, remotes: {} }],
    ['no remotes', { version: 1 }],
    ['a switch that is text', registry({ draw: { ...entry, enabled: 'false' } })],
    ['a relative entry', registry({ draw: { ...entry, entry: '/remoteEntry.js' } })],
    ['no routes', registry({ draw: { ...entry, routes: [] } })],
    ['a route that is no path', registry({ draw: { ...entry, routes: ['javascript:alert(1)'] } })],
    ['a script outside its release', registry({ draw: { ...entry, routes: [{ path: '/', scripts: ['http://['] }] } })],
    ['a broken contract', registry({ draw: { ...entry, contract: 'one' } })],
  ])('refuses %s', (_, raw) => expect(parseRegistry(raw)).toBeNull());
});

describe('a file of a release', () => {
  const integrity = `sha384-${'A'.repeat(64)}`;
  it.each([
    ['assets/index-1a2b.js', true],
    ['remoteEntry.js', true],
    ['../secret.js', false],
    ['a/../../b.js', false],
    ['/absolute.js', false],
    ['https://evil.example/x.js', false],
    ['', false],
  ])('%j: %s', (file, valid) => expect(v.safeParse(releaseFileSchema, { file, integrity, bytes: 1 }).success).toBe(valid));
});

describe('findRoute', () => {
  const parsed = parseRegistry(registry({
    campaign2023: { ...entry, enabled: false, routes: ['/', '/open'] },
    draw: { ...entry, routes: ['/draw', '/draw/rule'] },
  })) as Registry; // the fixture above fits the schema

  it.each([
    ['/draw/rule', 'draw'],
    ['/open', 'campaign2023'],
    ['/drawing', undefined],
    ['/Draw', undefined],
    ['/draw/', undefined],
  ])('%s belongs to %s', (path, name) => expect(findRoute(parsed, path)?.name).toBe(name));
});

describe('isCompatible', () => {
  it.each([
    ['1.0', true], ['1.2', true], ['1.3', false], ['2.0', false], ['0.9', false], ['', false], ['1', false],
  ])('built for %s, host speaks 1.2: %s', (required, fits) => expect(isCompatible(required, { major: 1, minor: 2 })).toBe(fits));
});
