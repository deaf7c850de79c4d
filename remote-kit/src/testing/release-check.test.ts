import type { ActivityModule } from '@fridge/shared-contracts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReleaseDefinition } from '../vite/release-definition.ts';
import { releaseProblems } from './release-check.ts';

const load = () => Promise.resolve({ default: () => null });
const activity: ActivityModule = { contract: '3.0', screens: { '/draw': load } };
const route = {
  path: '/draw',
  title: '',
  screen: 'src/wheel.tsx',
  window: null,
  tone: { background: '#7a0a1b', ink: '#fff3dc' },
};
const release: ReleaseDefinition = {
  name: 'draw',
  version: '1.0.0',
  contract: '3.0',
  title: 't',
  description: 'd',
  picture: null,
  routes: [route],
  bridge: [],
  requires: [],
  calls: [],
  publicParameters: [],
};
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-check-'));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/wheel.tsx'), 'host.requests.call(drawCalls.draw, {})');
  writeFileSync(join(folder, 'src/wheel.test.tsx'), 'fake.answer(drawCalls.onlyInTests, lost)');
  writeFileSync(join(folder, 'release.config.ts'), 'calls: callIds(drawCalls.draw)');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('releaseProblems', () => {
  it.each([undefined, activity])('finds none in an accurate release', (own) =>
    expect(releaseProblems(folder, release, own)).toEqual([]),
  );

  it.each<[string, Partial<ReleaseDefinition>, Partial<ActivityModule>]>([
    ['/prize is a route without a screen', { routes: [route, { ...route, path: '/prize' }] }, {}],
    ['/prize is a screen without a route', {}, { screens: { '/draw': load, '/prize': load } }],
    ["/draw names src/gone.tsx#draw, which isn't there", { routes: [{ ...route, screen: 'src/gone.tsx#draw' }] }, {}],
    [
      "/draw has a header that can't be read",
      { routes: [{ ...route, tone: { background: '#7a0a1b', ink: '#b80f2a' } }] },
      {},
    ],
  ])('says: %s', (problem, declared, exposed) => {
    expect(releaseProblems(folder, { ...release, ...declared }, { ...activity, ...exposed })).toEqual([problem]);
  });

  it('names a bridge method that is called and not listed', () => {
    writeFileSync(join(folder, 'src/photos.ts'), "host.bridge.call('choosePhotos', { max: 1 })");
    expect(releaseProblems(folder, { ...release, bridge: ['choosePhotos'] }, activity)).toEqual([]);
    expect(releaseProblems(folder, release, activity)).toEqual([
      'choosePhotos of the app is called and not listed in `bridge`: the host would refuse it',
    ]);
  });

  it('compares the calls that are made with those that are listed', () => {
    writeFileSync(join(folder, 'release.config.ts'), 'calls: callIds(drawCalls.myGift)');
    expect(releaseProblems(folder, release, activity)).toEqual([
      'drawCalls.draw is made and not listed: the host would refuse it',
      'drawCalls.myGift is listed and never made',
    ]);
  });
});
