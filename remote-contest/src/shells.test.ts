import { shellProblems } from '@fridge/remote-kit/testing/shell-check';
import { CONTEST_WINDOW } from '@fridge/shared-contracts/activities/contest';
import { expect, it } from 'vitest';
import activity from './activity.ts';

it('each route has a shell that its screen draws too', async () => {
  const { '/upload': _upload, '/edit': _edit, ...screens } = activity.screens;
  expect(await shellProblems({ ...activity, screens }, CONTEST_WINDOW)).toEqual([]);
});
