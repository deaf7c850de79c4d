import { expect, type Page } from '@playwright/test';

/** What a draft in the page's storage has to hold: texts, pictures, and how many of those have been uploaded. */
type Draft = { texts: readonly string[]; pictures: number; uploads: number };

/** Waits until the page has kept a draft with all of this, which it does a moment after the last change. */
export async function draftKept(page: Page, { texts, pictures, uploads }: Draft): Promise<void> {
  await expect
    .poll(() => page.evaluate(readDrafts))
    .toEqual({
      texts: expect.stringMatching(new RegExp(texts.map((text) => `(?=.*${text})`).join(''))),
      pictures,
      uploads,
    });
}

/** Runs in the page: every kept draft, as the contest's IndexedDB has them. */
async function readDrafts(): Promise<{ texts: string; pictures: number; uploads: number }> {
  const opening = indexedDB.open('fridge-contest');
  await new Promise((opened) => opening.addEventListener('success', opened));
  const transaction = opening.result.transaction(['texts', 'pictures']);
  const drafts = transaction.objectStore('texts').getAll();
  const pictures = transaction.objectStore('pictures').count();
  await new Promise((read) => transaction.addEventListener('complete', read));
  opening.result.close();
  return {
    texts: JSON.stringify(drafts.result),
    pictures: pictures.result,
    uploads: drafts.result.flatMap(({ uploads }) => Object.keys(uploads)).length,
  };
}
