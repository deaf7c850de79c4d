import type { Declaration, Rule } from 'lightningcss';
import { declarationsOf, type KeyframesRule, mapRules } from './map-rules.ts';

/** Animations that run a number of times and whose first keyframe is invisible. */
export function withoutEntrances(rules: readonly Rule[]): Rule[] {
  const entrances = new Set<string>();
  mapRules(rules, {
    keyframes(rule) {
      if (rule.keyframes.some(isInvisibleStart)) entrances.add(rule.name.value);
      return rule;
    },
  });
  return mapDeclarations(rules, (declaration) => {
    const property = declaration.property === 'unparsed' ? declaration.value.propertyId.property : declaration.property;
    if (property !== 'animation' && property !== 'animation-name') return declaration;
    const words = wordsOf(declaration);
    if (words.includes('infinite') || !words.some((word) => entrances.has(word))) return declaration;
    return { property: 'animation-name', value: [{ type: 'none' }], vendorPrefix: ['none'] };
  });
}

function isInvisibleStart({ selectors, declarations }: KeyframesRule['keyframes'][number]): boolean {
  const isStart = selectors.some(
    (selector) => selector.type === 'from' || (selector.type === 'percentage' && selector.value === 0),
  );
  return (
    isStart && declarationsOf({ declarations }).some(({ property, value }) => property === 'opacity' && value === 0)
  );
}

/** Without keyframes that no rule names. */
export function withUsedKeyframes(rules: readonly Rule[]): Rule[] {
  const named = new Set<string>();
  mapRules(rules, {
    style(rule) {
      for (const word of wordsOf(rule.declarations)) named.add(word);
      return rule;
    },
  });
  return mapRules(rules, { keyframes: (rule) => (named.has(rule.name.value) ? rule : null) });
}

/**
 * Without custom properties that no declaration reads, also by way of others.
 * @param readElsewhere names that stay
 */
export function withUsedProperties(rules: readonly Rule[], readElsewhere: readonly string[]): Rule[] {
  const read = new Set(readElsewhere);
  const readBy = new Map<string, string[]>();
  const note = (declaration: Declaration) => {
    if (!isCustom(declaration)) for (const word of wordsOf(declaration)) read.add(word);
    else
      readBy.set(declaration.value.name, [
        ...(readBy.get(declaration.value.name) ?? []),
        ...wordsOf(declaration.value.value),
      ]);
  };
  mapRules(rules, {
    style(rule) {
      declarationsOf(rule).forEach(note);
      return rule;
    },
    keyframes(rule) {
      for (const { declarations } of rule.keyframes)
        for (const declaration of declarationsOf({ declarations }))
          for (const word of wordsOf(declaration)) read.add(word);
      return rule;
    },
  });
  // A set's iteration reaches what is added meanwhile.
  for (const name of read) for (const word of readBy.get(name) ?? []) read.add(word);
  return mapDeclarations(rules, (declaration) =>
    isCustom(declaration) && !read.has(declaration.value.name) ? null : declaration,
  );
}

const isCustom = (declaration: Declaration): declaration is Extract<Declaration, { property: 'custom' }> =>
  declaration.property === 'custom' && declaration.value.name.startsWith('--');

function mapDeclarations(rules: readonly Rule[], map: (declaration: Declaration) => Declaration | null): Rule[] {
  const mapAll = (declarations: readonly Declaration[] = []) => declarations.flatMap((each) => map(each) ?? []);
  return mapRules(rules, {
    style: (rule) => ({
      ...rule,
      declarations: {
        declarations: mapAll(rule.declarations?.declarations),
        importantDeclarations: mapAll(rule.declarations?.importantDeclarations),
      },
    }),
  });
}

/** Every text in a parsed value, names of animations and custom properties among them. */
function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsOf) : [];
}
