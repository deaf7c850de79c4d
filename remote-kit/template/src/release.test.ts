import { releaseProblems } from '@fridge/remote-kit/testing/release-check';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { release } from '../release.config.ts';

it('does what its release declares, and nothing else', () => {
  expect(releaseProblems(join(import.meta.dirname, '..'), release)).toEqual([]);
});
