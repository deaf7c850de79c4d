import { releaseProblems } from '@fridge/remote-kit/testing/release-check';
import { expect, it } from 'vitest';
import { release } from '../release.config.ts';

it('does what its release declares, and nothing else', () => {
  expect(releaseProblems(new URL('..', import.meta.url).pathname, release)).toEqual([]);
});

it('outlives the contest: no route hangs on its period', () => {
  expect(release.routes.map(({ window }) => window)).toEqual([null, null, null, null, null]);
});

it('lets a link carry the id of a work and nothing else', () => expect(release.publicParameters).toEqual(['cookId']));
