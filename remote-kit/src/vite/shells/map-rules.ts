import type { Declaration, Rule } from 'lightningcss';

export type StyleRule = Extract<Rule, { type: 'style' }>['value'];
export type KeyframesRule = Extract<Rule, { type: 'keyframes' }>['value'];

type Mappers = {
  style?: (rule: StyleRule) => StyleRule | null;
  keyframes?: (rule: KeyframesRule) => KeyframesRule | null;
};

/** Maps the rules of a built stylesheet, also within `@media` and the like; a group without rules and others go. */
export function mapRules(rules: readonly Rule[], map: Mappers): Rule[] {
  const { style = keep, keyframes = keep } = map;
  return rules.flatMap((rule): Rule[] => {
    switch (rule.type) {
      case 'style': {
        const value = style(rule.value);
        return value === null ? [] : [{ type: 'style', value }];
      }
      case 'keyframes': {
        const value = keyframes(rule.value);
        return value === null ? [] : [{ type: 'keyframes', value }];
      }
      case 'layer-statement':
        return [rule];
      case 'media':
        return group(mapRules(rule.value.rules, map), (inner) => ({ ...rule, value: { ...rule.value, rules: inner } }));
      case 'supports':
        return group(mapRules(rule.value.rules, map), (inner) => ({ ...rule, value: { ...rule.value, rules: inner } }));
      case 'container':
        return group(mapRules(rule.value.rules, map), (inner) => ({ ...rule, value: { ...rule.value, rules: inner } }));
      case 'layer-block':
        return group(mapRules(rule.value.rules, map), (inner) => ({ ...rule, value: { ...rule.value, rules: inner } }));
      default:
        return [];
    }
  });
}

const keep = <T>(rule: T): T => rule;

const group = (inner: Rule[], wrap: (inner: Rule[]) => Rule): Rule[] => (inner.length === 0 ? [] : [wrap(inner)]);

/** Of a rule, important ones too. */
export const declarationsOf = ({ declarations = {} }: Pick<StyleRule, 'declarations'>): Declaration[] => [
  ...(declarations.declarations ?? []),
  ...(declarations.importantDeclarations ?? []),
];
