import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { compatibility, contractText } from '../contract/contract-version.ts';
import { findRoute } from './registry.ts';
import { releaseFileSchema } from '../contract/route.ts';
import { parseRegistry, readRegistry, registryEntrySchema, type Registry } from './registry.ts';

const entry = {
  enabled: true,
  title: '活动',
  description: '',
  routes: ['/'],
  entry: 'http://localhost:4171/remoteEntry.js',
};
const registry = (remotes: Record<string, unknown>) => ({ version: 1, remotes });

describe('parseRegistry', () => {
  it('needs no more than the fixed fields', () => {
    expect(parseRegistry(registry({ campaign2023: entry }))?.remotes['campaign2023']).toMatchObject({
      enabled: true,
      stopped: false,
      contract: contractText,
      bridge: null,
      calls: null,
      publicParameters: [],
      scripts: [],
      routes: [{ path: '/', title: '', window: null, tone: null, keeps: false }],
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
    ['a list of remotes', { version: 1, remotes: [] }],
  ])('refuses %s', (_, raw) => expect(parseRegistry(raw)).toBeNull());

  it.each([
    ['a switch that is text', { enabled: 'false' }, 'enabled'],
    ['a relative entry', { entry: '/remoteEntry.js' }, 'entry'],
    ['no routes', { routes: [] }, 'routes'],
    ['a route that is no path', { routes: ['javascript:alert(1)'] }, 'routes'],
    ['a route that leads to another host', { routes: ['//picnic'] }, 'routes'],
    ['a route with an empty part', { routes: ['/picnic//rule'] }, 'routes'],
    ['a script outside its release', { routes: [{ path: '/', scripts: ['http://['] }] }, 'routes'],
    ['a tone that is no colour', { routes: [{ path: '/', tone: { background: 'url(x)', ink: '#ffffff' } }] }, 'routes'],
    ['a broken contract', { contract: 'one' }, 'contract'],
    ['a call outside the product', { calls: ['/demo/login'] }, 'calls'],
    ['a call with a way out', { calls: ['/activity/../demo/login'] }, 'calls'],
    ['a personal parameter made public', { publicParameters: ['phone'] }, 'publicParameters'],
  ])('leaves out a remote with %s, alone and by name', (_, wrong, field) => {
    const read = readRegistry(registry({ draw: { ...entry, ...wrong }, campaign2023: entry }));
    expect(Object.keys(read?.registry.remotes ?? {})).toEqual(['campaign2023']);
    expect(read?.leftOut).toMatchObject([{ name: 'draw' }]);
    expect(read?.leftOut[0]?.problems.join()).toContain(field);
  });

  it('keeps a declared call and a public parameter', () => {
    const declared = { ...entry, calls: ['/activity/getWorkDetail', 'setting:isDirect'], publicParameters: ['cookId'] };
    expect(v.parse(registryEntrySchema, declared)).toMatchObject({
      calls: declared.calls,
      publicParameters: ['cookId'],
    });
  });
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
  ])('%j: %s', (file, valid) =>
    expect(v.safeParse(releaseFileSchema, { file, integrity, bytes: 1 }).success).toBe(valid),
  );
});

describe('findRoute', () => {
  const parsed = parseRegistry(
    registry({
      campaign2023: { ...entry, enabled: false, routes: ['/', '/open'] },
      draw: { ...entry, routes: ['/draw', '/draw/rule'] },
    }),
  ) as Registry; // the fixture above fits the schema

  it.each([
    ['/draw/rule', 'draw'],
    ['/open', 'campaign2023'],
    ['/drawing', undefined],
    ['/Draw', undefined],
    ['/draw/', undefined],
  ])('%s belongs to %s', (path, name) => expect(findRoute(parsed, path)?.name).toBe(name));
});

describe('compatibility', () => {
  it.each([
    ['1.0', 'fits'],
    ['1.2', 'fits'],
    ['1.3', 'tooNew'],
    ['2.0', 'tooNew'],
    ['0.9', 'outdated'],
    ['', 'unreadable'],
    ['1', 'unreadable'],
  ])('built for %s, host speaks 1.2: %s', (required, stands) =>
    expect(compatibility(required, { major: 1, minor: 2 })).toBe(stands),
  );
});
