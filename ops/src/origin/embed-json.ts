/**
 * Puts data into a page's JSON block in place of `marker`. `<` is written as an escape, so that no value can end
 * the block and open a script.
 */
export function embedJson(html: string, marker: string, data: unknown): string {
  const json = JSON.stringify(data).replace(/</g, '\\u003c').replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029');
  return html.replace(marker, () => json);
}
