/**
 * Whether a text may be the id that a page gives one draw or one answer, under which the same result is given again.
 * Pages send UUIDs; bounded, since it is kept.
 */
export function isRequestId(text: string): boolean {
  return /^[\w-]{8,64}$/.test(text);
}
