/**
 * Fills a page's markers in one pass, so data is not searched for markers. `<` is escaped: no value can close its
 * block.
 */
export function embedJson(html: string, blocks: Readonly<Record<string, unknown>>): string {
  const markers = new RegExp(Object.keys(blocks).join('|'), 'g');
  return html.replace(markers, (marker) => asBlock(blocks[marker]));
}

function asBlock(data: unknown): string {
  return JSON.stringify(data).replace(/</g, '\\u003c').replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029');
}
