/**
 * Strips HTML tags and edge white space from what a user typed, before it is sent and again when the server
 * receives it (spec section 5). A lone `<` or `>` is text and stays: only what looks like a tag goes.
 */
export function cleanText(typed: string): string {
  return typed.replace(/<\/?[a-zA-Z!][^<>]*>/g, '').trim();
}
