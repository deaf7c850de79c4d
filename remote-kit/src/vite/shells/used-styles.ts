import { readMarkup, type ReadElement } from '@fridge/shared-contracts/team';
import type { Declaration, Rule, Selector, SelectorComponent } from 'lightningcss';
import { changeSheet, minified } from './transform-sheet.ts';

/** Pages set them on elements of shells, so rules for them are used. */
const LATER_ATTRIBUTES: ReadonlySet<string> = new Set(['aria-busy', 'data-pressed']);

/** States and parts that no element of a shell has. */
const UNSEEN: ReadonlySet<string> = new Set([
  'checked',
  'placeholder-shown',
  'invalid',
  'autofill',
  'backdrop',
  'placeholder',
]);

const KEPT_RULES: ReadonlySet<Rule['type']> = new Set<Rule['type']>([
  'style',
  'keyframes',
  'media',
  'supports',
  'container',
  'layer-block',
  'layer-statement',
]);

/** Stands for the prefix, which lightningcss would write in another way. */
const SCOPE = 'scope-of-shell';

/**
 * The rules of a stylesheet that markup needs, with the keyframes and custom properties that these need, minified.
 * Entrances that begin invisible don't run: a paint that waits for them is a late one.
 * @param markups as React writes them; one may come in several pieces
 * @param prefix a selector such as `[data-shell="/draw"]`: every rule then holds below it alone, and what a selector
 * says of the page's root stays before it. Empty: none, and all custom properties stay
 * @throws where markup has another form
 */
export function usedStyles(css: string, markups: readonly string[], prefix: string): string {
  const markup = markups.join('');
  const { elements, problem } = readMarkup(markup);
  if (problem !== null) throw new Error(problem);
  const entrances = new Set<string>();
  const fitting = changeSheet(css, {
    Rule(rule) {
      if (rule.type === 'keyframes' && rule.value.keyframes.some(isInvisibleStart))
        entrances.add(rule.value.name.value);
      return KEPT_RULES.has(rule.type) ? undefined : [];
    },
    Selector(selector) {
      if (!isUsed(selector, elements)) return [];
      return prefix === '' ? undefined : scoped(selector);
    },
  });

  const named = new Set<string>();
  /** Drawings may say `fill="var(--ink)"`. */
  const read = new Set([...markup.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name));
  const readBy = new Map<string, string[]>();
  const shown = changeSheet(fitting, {
    Declaration(declaration) {
      const words = wordsOf(declaration);
      if (isAnimation(declaration) && !words.includes('infinite') && words.some((word) => entrances.has(word)))
        return { property: 'animation-name', value: [{ type: 'none' }], vendorPrefix: ['none'] };
      const name = customNameOf(declaration);
      for (const word of words) {
        named.add(word);
        if (name === undefined) read.add(word);
      }
      if (name !== undefined) readBy.set(name, [...(readBy.get(name) ?? []), ...words.filter((word) => word !== name)]);
      return undefined;
    },
  });
  // A set's iteration reaches what is added meanwhile.
  for (const name of read) for (const word of readBy.get(name) ?? []) read.add(word);
  const visitor = {
    Rule: { keyframes: ({ value }: KeyframesRule) => (named.has(value.name.value) ? undefined : []) },
    Declaration(declaration: Declaration) {
      const name = customNameOf(declaration);
      return prefix === '' || name === undefined || read.has(name) ? undefined : [];
    },
  };
  return changeSheet(shown, visitor, minified).replaceAll(`.${SCOPE}`, prefix);
}

type KeyframesRule = Extract<Rule, { type: 'keyframes' }>;

function isInvisibleStart({ selectors, declarations }: KeyframesRule['value']['keyframes'][number]): boolean {
  const isStart = selectors.some((each) => each.type === 'from' || (each.type === 'percentage' && each.value === 0));
  return isStart && (declarations.declarations ?? []).some((each) => each.property === 'opacity' && each.value === 0);
}

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

function compoundsOf(selector: Selector): SelectorComponent[][] {
  const compounds: SelectorComponent[][] = [[]];
  for (const component of selector) {
    if (component.type === 'combinator') compounds.push([]);
    else compounds.at(-1)?.push(component);
  }
  return compounds;
}

function scoped(selector: Selector): Selector {
  const [first = []] = compoundsOf(selector);
  const scope: SelectorComponent = { type: 'class', name: SCOPE };
  const descendant: SelectorComponent = { type: 'combinator', value: 'descendant' };
  if (!isOfRoot(first)) return [scope, descendant, ...selector];
  return [...first, descendant, scope, ...selector.slice(first.length)];
}

const isOfRoot = (compound: readonly SelectorComponent[]): boolean =>
  compound.some(
    (component) =>
      (component.type === 'pseudo-class' && component.kind === 'root') ||
      (component.type === 'type' && (component.name === 'html' || component.name === 'body')) ||
      (component.type === 'attribute' && component.name === 'data-skin'),
  );

/** @param last what the selector's last part may select */
function isUsed(selector: Selector, elements: readonly ReadElement[], last = elements): boolean {
  const compounds = compoundsOf(selector);
  return compounds.every((compound, index) => {
    const candidates = index === compounds.length - 1 ? last : elements;
    return isOfRoot(compound) || candidates.some((each) => compound.every((part) => fits(part, each, elements)));
  });
}

function fits(component: SelectorComponent, element: ReadElement, elements: readonly ReadElement[]): boolean {
  const { tag, attributes } = element;
  switch (component.type) {
    case 'type':
      return component.name.toLowerCase() === tag.toLowerCase();
    case 'id':
      return attributes.get('id') === component.name;
    case 'class':
      return attributes.get('class')?.split(' ').includes(component.name) ?? false;
    case 'attribute': {
      const { name, operation } = component;
      const value = attributes.get(name);
      // Of all operators only equality is compared: the others are rare.
      const isEqual = operation?.operator !== 'equal' || operation.value === value;
      return LATER_ATTRIBUTES.has(name) || (value !== undefined && isEqual);
    }
    case 'pseudo-class':
      if (component.kind === 'is' || component.kind === 'where' || component.kind === 'any')
        return component.selectors.some((selector) => isUsed(selector, elements, [element]));
      return component.kind === 'disabled' ? attributes.has('disabled') : !UNSEEN.has(component.kind);
    case 'pseudo-element':
      return !UNSEEN.has(component.kind);
    default:
      return true;
  }
}
