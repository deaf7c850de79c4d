import { shellProblems } from '@fridge/remote-kit/testing/shell-check';
import { expect, it } from 'vitest';
import activity from './activity.ts';
import { DRAW_WINDOW } from './window.ts';

it('each route has a shell that its screen draws too', async () =>
  expect(await shellProblems(activity, DRAW_WINDOW)).toEqual([]));
