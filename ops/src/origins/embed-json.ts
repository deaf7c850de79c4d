/**
 * Fills a page's JSON blocks: each marker gives way to its data, in one pass, so that no data is searched for markers.
 * `<` is written as an escape: no value can end its block and open a script.
 */
export function embedJson(html: string, blocks: Readonly<Record<string, unknown>>): string {
  const markers = new RegExp(Object.keys(blocks).join('|'), 'g');
  return html.replace(markers, (marker) => asBlock(blocks[marker]));
}

function asBlock(data: unknown): string {
  return JSON.stringify(data).replace(/</g, '\\u003c').replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029');
}
