import { expect, it, vi } from 'vitest';
import { createDocumentOffer } from './offer-document.ts';

it.each([
  [true, 1],
  [false, 0],
])('asks once at a time, and loads the document if the user agrees: %s', async (agrees, loads) => {
  let answer: (confirmed: boolean) => void = () => undefined;
  const confirm = vi.fn(() => new Promise<boolean>((resolve) => (answer = resolve)));
  const loadDocument = vi.fn(async () => undefined);
  const offer = createDocumentOffer(confirm, loadDocument);
  const first = offer();
  await offer();
  expect(confirm).toHaveBeenCalledOnce();
  answer(agrees);
  await first;
  expect(loadDocument).toHaveBeenCalledTimes(loads);
  void offer();
  expect(confirm).toHaveBeenCalledTimes(2);
});
