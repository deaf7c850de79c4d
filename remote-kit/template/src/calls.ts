/** Calls of the screens. `npx remote-kit add call NAME` writes one, with its fake answer. */
export const calls = {};
