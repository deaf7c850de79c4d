/** Asks again until it is so. @throws after `limitMs`, naming what was waited for */
export async function until(what: string, limitMs: number, isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + limitMs;
  while (!(await isSo())) {
    if (Date.now() > giveUpAt) throw new Error(`Waited ${limitMs / 1_000} s for ${what}.`);
    await new Promise((next) => setTimeout(next, 250));
  }
}
