import { expect } from '@playwright/test';
import { questionBank } from '@fridge/server';
import type { Screen } from './fixtures/story.ts';
import { campaignWords } from './words.ts';

/** The region that shows and announces messages. */
export const toastOn = (screen: Screen) => screen.locator('output[aria-live="polite"]');

/** The question button of home and guide. For users with the coupon it leads to the coupon. */
export const questionButton = (screen: Screen) =>
  screen.getByRole('button', {
    name: new RegExp(
      [
        campaignWords['campaign.home.question'],
        campaignWords['campaign.guide.start'],
        campaignWords['campaign.home.toCoupon'],
      ].join('|'),
    ),
  });

export const dialogOn = (screen: Screen) => screen.getByRole('dialog');

/** What interrupts with a question. */
export const questionOn = (screen: Screen) => screen.getByRole('alertdialog');

export const submitButton = (screen: Screen) =>
  dialogOn(screen).getByRole('button', { name: campaignWords['campaign.question.submit'] });

/** The problem that the pop-up asks, once it stands there. */
export async function readProblem(screen: Screen): Promise<string> {
  const problem = dialogOn(screen).getByRole('heading', { level: 3 });
  await expect(problem).toBeVisible();
  return (await problem.textContent()) ?? '';
}

/** The place of an option that is right or wrong, as the server's own bank has it. */
export async function findOption(screen: Screen, which: 'right' | 'wrong'): Promise<number> {
  const problem = await readProblem(screen);
  const question = questionBank.find((each) => each.problem === problem);
  if (!question) throw new Error(`The server's bank doesn't hold "${problem}".`);
  const right = ['A', 'B', 'C'].indexOf(question.correct);
  return which === 'right' ? right : (right + 1) % 3;
}

/** Chooses the right option, or a wrong one. */
export async function choose(screen: Screen, which: 'right' | 'wrong'): Promise<void> {
  await option(screen, await findOption(screen, which)).click();
}

/** One of the three options, as it is tapped: the whole row. */
export const option = (screen: Screen, index: number) => dialogOn(screen).locator('label').nth(index);

export const radio = (screen: Screen, index: number) => dialogOn(screen).getByRole('radio').nth(index);

export async function answer(screen: Screen, which: 'right' | 'wrong'): Promise<void> {
  await choose(screen, which);
  await submitButton(screen).click();
}
