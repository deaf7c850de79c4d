/** What follows the `<` of a tag, an end tag, a comment or an instruction; anything else makes it a character of the text. */
const TAG_START = /^\/?[a-zA-Z!?]/;

/**
 * Strips HTML tags and edge white space from what a user typed, before it is sent and again when the server
 * receives it (spec section 5). Complete tags go until none is left, also those that the removal of another would put
 * together (`<<b>script>`); a `<` that no `>` follows, or that opens no tag, is text: `a<b` and `3 < 4 > 2` stay.
 * Cleaning what is clean changes nothing. Takes time in proportion to the text.
 */
export function cleanText(typed: string): string {
  let kept = '';
  // Nothing of `kept` before this can be part of a tag: a `>` that closed none stands there.
  let settled = 0;
  let read = 0;
  for (let end = typed.indexOf('>'); end >= 0; end = typed.indexOf('>', read)) {
    kept += typed.slice(read, end);
    read = end + 1;
    const start = lastTagStart(kept, settled);
    if (start >= 0) {
      kept = kept.slice(0, start);
    } else {
      kept += '>';
      settled = kept.length;
    }
  }
  return (kept + typed.slice(read)).trim();
}

/** Where the innermost tag that is still open begins, or -1. */
function lastTagStart(text: string, from: number): number {
  let at = text.length;
  while (at > from) {
    at = text.lastIndexOf('<', at - 1);
    if (at < from) return -1;
    if (TAG_START.test(text.slice(at + 1, at + 3))) return at;
  }
  return -1;
}
