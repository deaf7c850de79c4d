/** Browsers' URLs allow `;` and `*` in a host's name too, which mean something else in a page's policy. */
const PLAIN = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/;

/** @returns whether a text is an origin that a page's policy can name, and is written as browsers write it */
export const isPlainOrigin = (text: string): boolean =>
  PLAIN.test(text) && URL.canParse(text) && new URL(text).origin === text;
