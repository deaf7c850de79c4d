import type { Declaration, Rule, Selector, SelectorComponent } from 'lightningcss';
import { changeSheet, transformSheet } from './transform-sheet.ts';

/** Pages set them on elements of shells, so rules for them are used. */
const LATER_ATTRIBUTES: ReadonlySet<string> = new Set(['aria-busy', 'data-pressed']);

const KEPT_RULES: ReadonlySet<Rule['type']> = new Set<Rule['type']>([
  'style',
  'keyframes',
  'media',
  'supports',
  'container',
  'layer-block',
  'layer-statement',
]);

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
  const entrances = new Set<string>();
  const fitting = changeSheet(css, {
    Rule(rule) {
      if (rule.type === 'keyframes' && rule.value.keyframes.some(isInvisibleStart))
        entrances.add(rule.value.name.value);
      return KEPT_RULES.has(rule.type) ? undefined : [];
    },
    Selector(selector) {
      if (!compoundsOf(selector).every((compound) => isUsed(compound, elements))) return [];
      return scope === null ? undefined : below(scope, selector);
    },
  });

  const named = new Set<string>();
  const read = new Set(markups.flatMap(readByAttributes));
  const readBy = new Map<string, string[]>();
  const shown = changeSheet(fitting, {
    Declaration(declaration) {
      const words = wordsOf(declaration);
      if (isAnimation(declaration) && !words.includes('infinite') && words.some((word) => entrances.has(word)))
        return { property: 'animation-name', value: [{ type: 'none' }], vendorPrefix: ['none'] };
      for (const word of words) named.add(word);
      const name = customNameOf(declaration);
      if (name === undefined) for (const word of words) read.add(word);
      else readBy.set(name, [...(readBy.get(name) ?? []), ...words.filter((word) => word !== name)]);
      return undefined;
    },
  });
  // A set's iteration reaches what is added meanwhile.
  for (const name of read) for (const word of readBy.get(name) ?? []) read.add(word);
  const used = transformSheet(shown, {
    Rule: { keyframes: ({ value }) => (named.has(value.name.value) ? undefined : []) },
    Declaration(declaration) {
      const name = customNameOf(declaration);
      return scope === null || name === undefined || read.has(name) ? undefined : [];
    },
  });
  return prefix === '' ? used : used.replaceAll(printed(prefix), prefix);
}

/** As lightningcss writes it: without quotes. */
const printed = (prefix: string): string => transformSheet(`${prefix}{top:0}`, {}).slice(0, -7);

/** Drawings may say `fill="var(--ink)"`. */
const readByAttributes = (markup: string): string[] =>
  [...markup.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name);

function isInvisibleStart({ selectors, declarations }: KeyframesOf<Rule>): boolean {
  const isStart = selectors.some(
    (selector) => selector.type === 'from' || (selector.type === 'percentage' && selector.value === 0),
  );
  return (
    isStart && (declarations.declarations ?? []).some(({ property, value }) => property === 'opacity' && value === 0)
  );
}
type KeyframesOf<R> = R extends { type: 'keyframes'; value: { keyframes: (infer Keyframe)[] } } ? Keyframe : never;

function isAnimation(declaration: Declaration): boolean {
  const property = declaration.property === 'unparsed' ? declaration.value.propertyId.property : declaration.property;
  return property === 'animation' || property === 'animation-name';
}

const customNameOf = (declaration: Declaration): string | undefined =>
  declaration.property === 'custom' && declaration.value.name.startsWith('--') ? declaration.value.name : undefined;

/** Every text in a parsed value, names of animations and custom properties among them. */
function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsOf) : [];
}

type MarkupElement = { tag: string; attributes: ReadonlyMap<string, string> };

/** The elements of markup as React writes it. */
const elementsOf = (markup: string): MarkupElement[] =>
  [...markup.matchAll(/<([a-z][\w-]*)((?:\s[^\s=>]+="[^"]*")*)\s*\/?>/gi)].map(([, tag = '', attributes = '']) => ({
    tag: tag.toLowerCase(),
    attributes: new Map(
      [...attributes.matchAll(/\s([^\s=>]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    ),
  }));

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

function below(scope: SelectorComponent, selector: Selector): Selector {
  const [first = []] = compoundsOf(selector);
  const descendant: SelectorComponent = { type: 'combinator', value: 'descendant' };
  if (!isOfRoot(first)) return [scope, descendant, ...selector];
  return [...first, descendant, scope, ...selector.slice(first.length)];
}

const isOfRoot = (compound: Compound): boolean =>
  compound.some(
    (component) =>
      (component.type === 'pseudo-class' && component.kind === 'root') ||
      (component.type === 'type' && (component.name === 'html' || component.name === 'body')) ||
      (component.type === 'attribute' && component.name === 'data-skin'),
  );

const isUsed = (compound: Compound, elements: readonly MarkupElement[]): boolean =>
  isOfRoot(compound) || elements.some((element) => compound.every((component) => fits(component, element, elements)));

/** States that no element of a shell has. */
const UNSEEN: ReadonlySet<string> = new Set(['checked', 'placeholder-shown', 'invalid', 'autofill']);

function fits(component: SelectorComponent, element: MarkupElement, elements: readonly MarkupElement[]): boolean {
  const { tag, attributes } = element;
  switch (component.type) {
    case 'type':
      return component.name.toLowerCase() === tag;
    case 'id':
      return attributes.get('id') === component.name;
    case 'class':
      return attributes.get('class')?.split(' ').includes(component.name) ?? false;
    case 'attribute': {
      const value = attributes.get(component.name);
      const { operation } = component;
      // Of all operators only equality is compared: the others are rare.
      const isEqual = operation?.operator !== 'equal' || operation.value === value;
      return LATER_ATTRIBUTES.has(component.name) || (value !== undefined && isEqual);
    }
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
        case 'disabled':
          return attributes.has('disabled');
        default:
          return !UNSEEN.has(component.kind);
      }
    case 'pseudo-element':
      return component.kind !== 'backdrop' && component.kind !== 'placeholder';
    default:
      return true;
  }
}
