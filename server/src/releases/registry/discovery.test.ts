import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { type RegistryEntry, registryEntrySchema } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { discoveryOf } from './discovery.ts';

const schemaFile = join(import.meta.dirname, '../../testing/frontend-discovery/v1-pre.json');
const isValid = new Ajv2019({ strict: false }).compile(JSON.parse(readFileSync(schemaFile, 'utf8')));
const integrity = `sha384-${'a'.repeat(64)}`;

const entry = (version: string, fields: object = {}): RegistryEntry =>
  v.parse(registryEntrySchema, {
    enabled: true,
    title: '幸运大转盘',
    description: '',
    routes: ['/draw'],
    entry: `https://draw.example/${version}/remoteEntry.js`,
    version,
    contract: '3.0',
    scripts: [{ file: 'remoteEntry.js', integrity, bytes: 1 }],
    ...fields,
  });
const listed = (version: string, traffic: number, isDefault: boolean) => ({
  url: `https://draw.example/${version}/remoteEntry.js`,
  fallbackUrl: `https://draw.example/~1/${version}/remoteEntry.js`,
  metadata: { integrity, version },
  deployment: { traffic, default: isDefault },
  extras: { contract: '3.0', title: '幸运大转盘', routes: ['/draw'] },
});

const remotes = { draw: entry('1.0.0') };
const canary = (percent: number, fields: object = {}) => ({ draw: { percent, entry: entry('1.5.0', fields) } });

describe('the discovery', () => {
  it.each<[string, Parameters<typeof discoveryOf>[0], object]>([
    ['no remote', { registry: { version: 1, remotes: {} }, canaries: {} }, {}],
    ['a stable release', { registry: { version: 1, remotes }, canaries: {} }, { draw: [listed('1.0.0', 100, true)] }],
    ...[0, 10, 100].map((percent): [string, Parameters<typeof discoveryOf>[0], object] => [
      `a canary of ${percent} %`,
      { registry: { version: 1, remotes }, canaries: canary(percent) },
      { draw: [listed('1.0.0', 100 - percent, true), listed('1.5.0', percent, false)] },
    ]),
    [
      'a canary beside which there is no stable release',
      { registry: { version: 1, remotes: {} }, canaries: canary(10) },
      { draw: [listed('1.5.0', 10, false)] },
    ],
    [
      'a remote that is off',
      {
        registry: { version: 1, remotes: { draw: entry('1.0.0', { enabled: false }) } },
        canaries: canary(10, { enabled: false }),
      },
      {},
    ],
  ])('of %s fits the schema', (_, resolved, microFrontends) => {
    const discovery = discoveryOf(resolved);
    expect(discovery.microFrontends).toEqual(microFrontends);
    expect(isValid(discovery), JSON.stringify(isValid.errors)).toBe(true);
    // The schema describes the first of a list only.
    for (const each of Object.values(discovery.microFrontends).flat())
      expect(isValid({ ...discovery, microFrontends: { draw: [each] } }), JSON.stringify(isValid.errors)).toBe(true);
  });

  it('would not fit with a field that the schema lacks', () =>
    expect(isValid({ schema: '', microFrontends: { draw: [{ ...listed('1.0.0', 100, true), more: 1 }] } })).toBe(
      false,
    ));

  it('has no hash of an entry that its release does not list', () => {
    const { microFrontends } = discoveryOf({
      registry: { version: 1, remotes: { draw: entry('1.0.0', { scripts: [] }) } },
      canaries: {},
    });
    expect(microFrontends['draw']).toMatchObject([{ metadata: { integrity: '' } }]);
  });
});
