/** What follows the `<` of a tag, comment or instruction. */
const TAG_START = /^\/?[a-zA-Z!?]/;

/**
 * Strips HTML tags and edge white space (spec section 5), also tags that a removal creates (`<<b>script>`). A `<` that
 * opens no tag or isn't closed is text: `a<b`, `3 < 4 > 2`. Idempotent, linear time.
 */
export function cleanText(typed: string): string {
  let clean = '';
  // No tag starts before this: it ends in a `>` that closed none.
  let safeUntil = 0;
  let read = 0;
  for (let end = typed.indexOf('>'); end >= 0; end = typed.indexOf('>', read)) {
    clean += typed.slice(read, end);
    read = end + 1;
    const start = lastTagStart(clean, safeUntil);
    if (start >= 0) {
      clean = clean.slice(0, start);
    } else {
      clean += '>';
      safeUntil = clean.length;
    }
  }
  return (clean + typed.slice(read)).trim();
}

/** Start of the innermost open tag, or -1. */
function lastTagStart(text: string, from: number): number {
  let at = text.length;
  while (at > from) {
    at = text.lastIndexOf('<', at - 1);
    if (at < from) return -1;
    if (TAG_START.test(text.slice(at + 1, at + 3))) return at;
  }
  return -1;
}
