import type { Page } from '@playwright/test';

/**
 * Opens a page of a work.
 * @returns what the server said of the work. It is read on its way: the browser may have dropped it by the time one
 * asks.
 */
export async function openDetail(page: Page, url: string): Promise<unknown> {
  const answer = new Promise<unknown>((resolve, reject) => {
    void page.route(
      '**/getWorkDetail',
      async (route) => {
        try {
          const response = await route.fetch();
          await route.fulfill({ response });
          resolve(await response.json());
        } catch (error) {
          reject(error);
        }
      },
      { times: 1 },
    );
  });
  const [said] = await Promise.all([answer, page.goto(url)]);
  return said;
}
