/**
 * Stored tokens: written on `pagehide`, removed when a page opens or returns from the cache: other teams' code runs in
 * open pages.
 */
export const TOKENS_KEY = 'tokens-of-reload';
