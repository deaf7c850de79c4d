import { contractText } from '@fridge/shared-contracts';
import { type Registry, readRegistry } from '@fridge/shared-contracts/page';
import { releaseSchema } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { Preview } from './previews.ts';
import { servedContent } from '../registry/served-registry.ts';
import { testSettings } from '../../testing/settings.ts';
import { ownRoutes, pagePreview, showPreview } from './show-preview.ts';

const release = v.parse(releaseSchema, {
  name: 'picnic',
  version: '1.4.0',
  contract: contractText,
  title: '野餐',
  description: '',
  entry: 'remoteEntry.js',
  scripts: [],
  styles: [],
  routes: ['/picnic', '/picnic/rule', '/draw/prize'],
  picture: null,
  bridge: [],
  requires: [],
  calls: [],
  publicParameters: [],
});
const preview: Preview = {
  team: 'picnic',
  release,
  baseUrl: 'http://localhost:5199/',
  expiresAt: new Date(),
  isPublished: false,
};
const registryOf = (remotes: object): Registry => {
  const entry = (routes: unknown) => ({
    ...release,
    enabled: true,
    entry: 'http://localhost:1/remoteEntry.js',
    routes,
  });
  const listed = Object.fromEntries(Object.entries(remotes).map(([name, routes]) => [name, entry(routes)]));
  return readRegistry({ version: 1, remotes: listed })?.registry ?? { version: 1, remotes: {} };
};

it.each([
  ['all of its own', {}, ['/picnic', '/picnic/rule', '/draw/prize']],
  ['those of the release before', { picnic: ['/picnic', '/old'] }, ['/picnic', '/picnic/rule', '/draw/prize']],
  ['none that another remote has meanwhile', { draw: ['/draw', '/draw/prize/'] }, ['/picnic', '/picnic/rule']],
])('is shown at %s', (_, remotes, paths) => {
  const registry = registryOf(remotes);
  expect(Object.keys(registry.remotes)).toEqual(Object.keys(remotes));
  expect(ownRoutes(preview, registry).map(({ path }) => path)).toEqual(paths);
  expect(pagePreview(preview, registry, '/draw/prize').shown).toBe(paths.includes('/draw/prize'));
});

it('redirects no path that another remote has meanwhile, nor to a route that is not its own', () => {
  const redirects = [
    { from: '/old', to: '/picnic' },
    { from: '/Draw', to: '/picnic' },
    { from: '/older', to: '/draw/prize' },
  ];
  const registry = servedContent(registryOf({ draw: ['/draw', '/draw/prize'] }));
  const build = { ...preview, release: { ...release, redirects } };
  const shown = showPreview({ settings: testSettings, registry }, build).registry.registry;
  expect(shown.remotes['picnic']?.redirects).toEqual(redirects.slice(0, 1));
});
