import { unescapeMarkup } from '@fridge/shared-contracts/team';

/** Policies of pages refuse `style` attributes: each becomes a rule for elements with this attribute. */
const STYLE_ATTRIBUTE = 'data-style';

/**
 * Moves what `style` attributes say into rules, which win over those of stylesheets as the attributes do.
 * @param markups as React writes them
 */
export function setStyles(markups: readonly string[]): { markups: string[]; css: string } {
  const numbers = new Map<string, number>();
  const changed = markups.map((markup) =>
    markup.replace(/(<[^<>]*?) style="([^"]*)"/g, (_, before: string, escaped: string) => {
      const style = unescapeMarkup(escaped);
      const number = numbers.get(style) ?? numbers.size + 1;
      numbers.set(style, number);
      return `${before} ${STYLE_ATTRIBUTE}="${number}"`;
    }),
  );
  const rules = [...numbers].map(([style, number]) => `[${STYLE_ATTRIBUTE}="${number}"]:not(#_){${style}}`);
  return { markups: changed, css: rules.join('\n') };
}
