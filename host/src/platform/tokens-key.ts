/** Written on `pagehide`, removed when a page opens or returns from the cache: open pages run other teams' code. */
export const TOKENS_KEY = 'tokens-of-reload';
