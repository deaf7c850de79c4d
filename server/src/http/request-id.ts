/** Whether a text may be a page's id of one draw or answer, whose result is repeated. Pages send UUIDs. */
export function isRequestId(text: string): boolean {
  return /^[\w-]{8,64}$/.test(text);
}
