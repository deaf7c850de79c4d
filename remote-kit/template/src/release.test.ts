import { releaseProblems } from '@fridge/remote-kit/testing/release-check';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { release } from '../release.config.ts';

const folder = join(import.meta.dirname, '..');

it('does what its release declares, and nothing else', () => {
  expect(releaseProblems(folder, release)).toEqual([]);
});
