import { screensOf, shellProblems } from '@fridge/remote-kit/testing/shell-check';
import { CONTEST_WINDOW } from '@fridge/shared-contracts/activities/contest';
import { expect, it } from 'vitest';
import { release } from '../release.config.ts';

it('each route has a shell that its screen draws too', async () =>
  expect(await shellProblems(screensOf(new URL('..', import.meta.url).pathname, release), CONTEST_WINDOW)).toEqual([]));
