/**
 * Tokens are kept from one page to the next and not while a page is open, when the code of other teams runs in it: they
 * are written as it goes and taken out as the next one, or the same out of the browser's cache, comes.
 */
export const TOKENS_KEY = 'tokens-of-reload';
