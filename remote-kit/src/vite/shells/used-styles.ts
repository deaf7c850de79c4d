import type { Selector, SelectorComponent } from 'lightningcss';
import { elementsOf, type MarkupElement } from './elements-of.ts';
import { mapRules } from './map-rules.ts';
import { transformSheet } from './transform-sheet.ts';
import { withoutEntrances, withUsedKeyframes, withUsedProperties } from './used-names.ts';

/** Pages set them on elements of shells, so rules for them are used. */
const LATER_ATTRIBUTES: ReadonlySet<string> = new Set(['aria-busy', 'data-pressed']);

/**
 * The rules of a stylesheet that markup needs, with the keyframes and custom properties that these need, minified.
 * Entrances that begin invisible don't run: a paint that waits for them is a late one.
 * @param markups as React writes them
 * @param prefix a selector of one attribute, such as `[data-shell="/draw"]`: every rule then holds below it alone, and
 * what a selector says of the page's root stays before it. Empty: none, and all custom properties stay
 */
export function usedStyles(css: string, markups: readonly string[], prefix: string): string {
  const elements = markups.flatMap(elementsOf);
  const scope = prefix === '' ? null : attributeOf(prefix);
  const used = transformSheet(css, (rules) => {
    const fitting = mapRules(rules, {
      style(rule) {
        const selectors = rule.selectors
          .filter((selector) => compoundsOf(selector).every((compound) => isUsed(compound, elements)))
          .map((selector) => (scope === null ? selector : below(scope, selector)));
        return selectors.length === 0 ? null : { ...rule, selectors };
      },
    });
    const shown = withUsedKeyframes(withoutEntrances(fitting));
    return scope === null ? shown : withUsedProperties(shown, markups.flatMap(readByAttributes));
  });
  return prefix === '' ? used : used.replaceAll(printed(prefix), prefix);
}

/** As lightningcss writes it: without quotes. */
const printed = (prefix: string): string => transformSheet(`${prefix}{top:0}`, (rules) => rules).slice(0, -7);

/** Drawings may say `fill="var(--ink)"`. */
const readByAttributes = (markup: string): string[] =>
  [...markup.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name);

function attributeOf(prefix: string): SelectorComponent {
  const [, name, value] = /^\[([\w-]+)="([^"\\]+)"\]$/.exec(prefix) ?? [];
  if (name === undefined || value === undefined) throw new Error(`${prefix} is no selector of one attribute.`);
  return { type: 'attribute', name, operation: { operator: 'equal', value, caseSensitivity: 'case-sensitive' } };
}

type Compound = SelectorComponent[];

function compoundsOf(selector: Selector): Compound[] {
  const compounds: Compound[] = [[]];
  for (const component of selector) {
    if (component.type === 'combinator') compounds.push([]);
    else compounds.at(-1)?.push(component);
  }
  return compounds;
}

const below = (scope: SelectorComponent, selector: Selector): Selector => {
  const [first = []] = compoundsOf(selector);
  const descendant: SelectorComponent = { type: 'combinator', value: 'descendant' };
  if (!isOfRoot(first)) return [scope, descendant, ...selector];
  return [...first, descendant, scope, ...selector.slice(first.length)];
};

const isOfRoot = (compound: Compound): boolean =>
  compound.some(
    (component) =>
      (component.type === 'pseudo-class' && component.kind === 'root') ||
      (component.type === 'type' && (component.name === 'html' || component.name === 'body')) ||
      (component.type === 'attribute' && component.name === 'data-skin'),
  );

const isUsed = (compound: Compound, elements: readonly MarkupElement[]): boolean =>
  isOfRoot(compound) || elements.some((element) => compound.every((component) => fits(component, element, elements)));

function fits(component: SelectorComponent, element: MarkupElement, elements: readonly MarkupElement[]): boolean {
  const { tag, attributes } = element;
  switch (component.type) {
    case 'type':
      return component.name.toLowerCase() === tag;
    case 'id':
      return attributes.get('id') === component.name;
    case 'class':
      return attributes.get('class')?.split(' ').includes(component.name) ?? false;
    case 'attribute':
      return LATER_ATTRIBUTES.has(component.name) || hasAttribute(component, attributes.get(component.name));
    case 'pseudo-class':
      switch (component.kind) {
        case 'is':
        case 'where':
        case 'any':
          return component.selectors.some((selector) => {
            const compounds = compoundsOf(selector);
            const last = compounds.pop() ?? [];
            const before = compounds.every((compound) => isUsed(compound, elements));
            return before && (isOfRoot(last) || last.every((each) => fits(each, element, elements)));
          });
        case 'has':
          return component.selectors.some((selector) =>
            compoundsOf(selector).every((compound) => compound.length === 0 || isUsed(compound, elements)),
          );
        case 'disabled':
          return attributes.has('disabled');
        case 'checked':
        case 'placeholder-shown':
        case 'invalid':
        case 'autofill':
          return false;
        default:
          return true;
      }
    case 'pseudo-element':
      return component.kind !== 'backdrop' && component.kind !== 'placeholder';
    default:
      return true;
  }
}

/** Of all operators only equality is compared: the others are rare. */
const hasAttribute = (
  { operation }: Extract<SelectorComponent, { type: 'attribute' }>,
  value: string | undefined,
): boolean => value !== undefined && (operation?.operator !== 'equal' || operation.value === value);
