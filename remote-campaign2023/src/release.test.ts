import { releaseProblems } from '@fridge/remote-kit/testing/release-check';
import { expect, it } from 'vitest';
import { release } from '../release.config.ts';

it('does what its release declares, and nothing else', () => {
  expect(releaseProblems(new URL('..', import.meta.url).pathname, release)).toEqual([]);
});

it('leaves steps and rules open when the campaign is not', () => {
  expect(release.routes.filter(({ window }) => window === null).map(({ path }) => path)).toEqual(['/step', '/rule']);
});
