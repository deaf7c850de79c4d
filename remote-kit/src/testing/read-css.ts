/** A declaration of a stylesheet, with where it stands. */
export type Declaration = {
  property: string;
  value: string;
  /** Selectors or at-rules around it, outermost first. */
  around: readonly string[];
  /** What its own rule declares before it. */
  before: readonly { property: string; value: string }[];
};

export type Stylesheet = { preludes: readonly (readonly string[])[]; declarations: readonly Declaration[] };

/** Reads built CSS, as far as telling what stands where: rules, nested at-rules and declarations. */
export function readCss(css: string): Stylesheet {
  const text = css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/"[^"]*"|'[^']*'/g, '""')
    .replace(/url\([^)]*\)/g, 'url()');
  const preludes: string[][] = [];
  const declarations: Declaration[] = [];
  const open: { prelude: string; own: { property: string; value: string }[] }[] = [];
  let piece = '';

  const declare = () => {
    const [, property = '', value = ''] = /^\s*([\w-]+)\s*:([\s\S]*)$/.exec(piece) ?? [];
    const rule = open.at(-1);
    if (property !== '' && rule) {
      declarations.push({
        property,
        value: value.trim(),
        around: open.map(({ prelude }) => prelude),
        before: [...rule.own],
      });
      rule.own.push({ property, value: value.trim() });
    }
    piece = '';
  };
  for (const character of text) {
    if (character === '{') {
      open.push({ prelude: piece.trim(), own: [] });
      preludes.push(open.map(({ prelude }) => prelude));
      piece = '';
    } else if (character === '}') {
      declare();
      open.pop();
    } else if (character === ';') declare();
    else piece += character;
  }
  return { preludes, declarations };
}
