/**
 * Where tokens are stored from one page to the next. They are written on `pagehide` and removed when the next page, or
 * this one from the back-forward cache, opens: code of other teams runs while a page is open.
 */
export const TOKENS_KEY = 'tokens-of-reload';
