export type MarkupElement = { tag: string; attributes: ReadonlyMap<string, string> };

/** The elements of markup as React writes it, in its order. */
export function elementsOf(markup: string): MarkupElement[] {
  return [...markup.matchAll(/<([a-z][\w-]*)((?:\s[^\s=>]+="[^"]*")*)\s*\/?>/gi)].map(
    ([, tag = '', attributes = '']) => ({
      tag: tag.toLowerCase(),
      attributes: new Map(
        [...attributes.matchAll(/\s([^\s=>]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
      ),
    }),
  );
}
