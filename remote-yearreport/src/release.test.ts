import { releaseProblems } from '@fridge/remote-kit/testing/release-check';
import { expect, it } from 'vitest';
import { release } from '../release.config.ts';

it('does what its release declares, and nothing else', () => {
  expect(releaseProblems(new URL('..', import.meta.url).pathname, release)).toEqual([]);
});

it('stays open: a year that is over has no period', () => {
  expect(release.routes.map(({ path, window }) => [path, window])).toEqual([
    ['/yearReport', null],
    ['/yearReport/rule', null],
  ]);
});
