/**
 * Opens the share sheet of a phone's browser. Engines demand user activation: call it within the tap.
 * @returns `null` where there is none; `false` when it failed. A sheet that the user closed was open.
 */
export function openShareSheet({ navigator, matchMedia }: Window, card: ShareData) {
  if (!matchMedia('(pointer: coarse)').matches || !navigator.canShare?.(card)) return null;
  return navigator.share(card).then(
    () => true,
    (error?: Error) => error?.name === 'AbortError',
  );
}
