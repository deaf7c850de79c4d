export type ReadElement = {
  tag: string;
  isSvg: boolean;
  /** As they are written, without entities. */
  attributes: ReadonlyMap<string, string>;
  /** Has neither text nor elements. */
  isEmpty: boolean;
};

const VOID_ELEMENTS = new Set(['br', 'col', 'hr', 'img', 'source', 'wbr']);

/** What React writes, and drawings in files: nothing that browsers read in their own way. */
const TOKEN =
  /<(?<tag>[a-zA-Z][a-zA-Z\d]*)(?<attributes>(?:\s+[a-zA-Z][\w:-]*="[^"<>\0]*")*)\s*(?<closed>\/?)>|<\/(?<end>[a-zA-Z][a-zA-Z\d]*)>|(?<text>[^<>\0]+)/y;
const ENTITY = /&(?!(?:quot|amp|lt|gt|#x27);)/;
const characters: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', '#x27': "'" };

export const unescapeMarkup = (text: string): string =>
  text.replace(/&(quot|amp|lt|gt|#x27);/g, (entity, name: string) => characters[name] ?? entity);

/**
 * Reads markup in the form in which React writes it, and refuses any other.
 * @returns `problem`: where it has another form, in a sentence
 */
export function readMarkup(html: string): { elements: ReadElement[]; problem: string | null } {
  const elements: ReadElement[] = [];
  const open: { tag: string; isSvg: boolean; index: number }[] = [];
  const fail = (at: number) => ({
    elements,
    problem: `its markup isn't as React writes it, at "${html.slice(at, at + 60)}".`,
  });
  const fillParent = () => {
    const parent = elements[open.at(-1)?.index ?? -1];
    if (parent !== undefined) parent.isEmpty = false;
  };
  const token = new RegExp(TOKEN);
  for (let at = 0; at < html.length; at = token.lastIndex) {
    token.lastIndex = at;
    const { tag, attributes = '', closed, end, text } = token.exec(html)?.groups ?? {};
    if (tag !== undefined) {
      const isSvg = tag === 'svg' || open.at(-1)?.isSvg === true;
      const isVoid = !isSvg && VOID_ELEMENTS.has(tag);
      const named = [...attributes.matchAll(/\s([^\s=]+)="([^"]*)"/g)].map(
        ([, name = '', value = '']): [string, string] => [name, value],
      );
      const isRepeated = new Set(named.map(([name]) => name.toLowerCase())).size < named.length;
      if ((!isSvg && isVoid !== (closed === '/')) || isRepeated || named.some(([, value]) => ENTITY.test(value)))
        return fail(at);
      fillParent();
      const values = new Map(named.map(([name, value]) => [name, unescapeMarkup(value)]));
      elements.push({ tag, isSvg, attributes: values, isEmpty: true });
      if (closed !== '/') open.push({ tag, isSvg, index: elements.length - 1 });
    } else if (end !== undefined) {
      if (open.pop()?.tag !== end) return fail(at);
    } else if (text !== undefined) {
      if (ENTITY.test(text)) return fail(at);
      fillParent();
    } else return fail(at);
  }
  const left = open.at(-1);
  return { elements, problem: left === undefined ? null : `its markup doesn't close its <${left.tag}>.` };
}
