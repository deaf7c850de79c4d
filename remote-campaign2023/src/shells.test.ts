import { shellProblems } from '@fridge/remote-kit/testing/shell-check';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { release } from '../release.config.ts';

it('has a shell of each route that its screen draws too', async () => {
  expect(await shellProblems(join(import.meta.dirname, '..'), release)).toEqual([]);
});
