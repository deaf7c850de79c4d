import { screensOf, shellProblems } from '@fridge/remote-kit/testing/shell-check';
import { expect, it } from 'vitest';
import { release } from '../release.config.ts';
import { DRAW_WINDOW } from './window.ts';

it('each route has a shell that its screen draws too', async () =>
  expect(await shellProblems(screensOf(new URL('..', import.meta.url).pathname, release), DRAW_WINDOW)).toEqual([]));
