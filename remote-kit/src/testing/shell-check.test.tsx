import { type Screen, type Shell, windowText } from '@fridge/shared-contracts';
import { expect, it } from 'vitest';
import { shellProblemsOf } from './shell-check.tsx';

const problemsOf = (Drawn: Shell, Live: Screen) =>
  shellProblemsOf({ '/fair': async () => ({ default: Live, Shell: Drawn }) }, 'fair');

it('lets a screen draw otherwise what is live alone', async () => {
  const draw = (what: string) => (
    <main>
      <div data-live="">
        <p>
          {what}
          <br />
        </p>
      </div>
      <i>after</i>
    </main>
  );
  expect(
    await problemsOf(
      () => draw('a'),
      () => draw('b'),
    ),
  ).toEqual([]);
});

it.each<[string, Shell, Screen, string]>([
  ['another screen', () => <p>a</p>, () => <p>b</p>, 'differs from its shell'],
  [
    'a screen that differs after what is live',
    () => (
      <p>
        <b data-live="">a</b>b
      </p>
    ),
    () => (
      <p>
        <b data-live="">a</b>c
      </p>
    ),
    'differs from its shell',
  ],
  [
    'a screen that differs for some',
    () => <p>a</p>,
    ({ host }) => <p>{host.environment.inApp ? 'a' : 'b'}</p>,
    'differs from its shell for {"environment":{"inApp":false}}',
  ],
  ['an id of another route', () => <p id="b">a</p>, () => <p id="b">a</p>, 'has a shell with the id b, not fair-…'],
  [
    'a period that pages can’t fill in',
    ({ period }) => <p title={windowText(period) ?? ''} />,
    ({ host }) => <p title={windowText(host.windows.bounds('fair')) ?? ''} />,
    "pages can't fill in",
  ],
])('tells of %s', async (_, Drawn, Live, problem) => {
  expect((await problemsOf(Drawn, Live)).join('\n')).toContain(problem);
});
