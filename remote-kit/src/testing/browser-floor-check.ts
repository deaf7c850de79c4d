import { readCss, type Stylesheet } from './read-css.ts';

/** Units and functions that came after the browser floor (Chrome 88, Safari 15.4, Firefox 98). */
const NEWER_VALUE =
  /\d(?:[sld]v(?:h|w|i|b|min|max)|cq(?:w|h|i|b|min|max)|r?lh)\b|\b(?:color-mix|light-dark|ok(?:lch|lab)|lch|lab|round|mod|sin|cos|linear|anchor)\(|(?:rgb|hsl)a?\(from\b/;
/** Properties that change the layout or a drawing and came after the floor, with the values that did where not all. */
const NEWER_PROPERTIES: readonly (readonly [property: RegExp, value?: RegExp])[] = [
  [/^(translate|scale|rotate)$/],
  [/^overflow(-[xy])?$/, /\bclip\b/],
  [/^(grid-template-(rows|columns))$/, /\bsubgrid\b/],
];
/** Engines of the floor know these with a prefix. */
const PREFIXED = /^(mask(-(image|size|position|repeat|composite))?|user-select|backdrop-filter)$/;
/** A rule with one of these in any of its selectors is dropped as a whole. */
const NEWER_SELECTOR = /:has\(|:user-(in)?valid|:popover-open|:modal\b|:dir\(|:autofill|(^|[\s,>+~])&/;
const NEWER_AT_RULE = /^@(layer|container|property|scope|starting-style)\b|^@media[^{]*[<>]/;

/**
 * What stylesheets use that an engine of the browser floor lacks, without a fallback: it stands in no `@supports`, and
 * nothing before it in its rule declares the same. A value beside a variable has no fallback before it: the engine
 * accepts it, and drops it only when it is computed. Properties that merely add (`text-wrap`, `accent-color`) are free.
 * @param sheets built CSS that is in force together
 * @returns one line for each fault
 */
export function belowFloorCss(sheets: readonly string[]): string[] {
  const read = sheets.map(readCss);
  const faults = read.flatMap((sheet) => [...selectorFaults(sheet), ...declarationFaults(sheet, read)]);
  return [...new Set(faults)];
}

function selectorFaults({ preludes }: Stylesheet): string[] {
  return preludes.flatMap((around) => {
    const own = around.at(-1) ?? '';
    if (NEWER_AT_RULE.test(own)) return [own];
    if (own.startsWith('@') || isGuarded(around)) return [];
    if (NEWER_SELECTOR.test(own)) return [own];
    return [];
  });
}

function declarationFaults({ declarations }: Stylesheet, all: readonly Stylesheet[]): string[] {
  return declarations.flatMap(({ property, value, around, before }) => {
    const fault = `${around.at(-1) ?? ''} { ${property}: ${value} }`;
    if (isGuarded(around)) return [];
    const twin = before.some((other) => other.property === property && !isNewer(other));
    if (property.startsWith('--')) return isNewer({ property, value }) && !usedUnderGuard(property, all) ? [fault] : [];
    if (isNewer({ property, value })) return twin && !value.includes('var(') ? [] : [fault];
    const rule = declarations.filter((other) => other.around.join() === around.join());
    return PREFIXED.test(property) && !rule.some((other) => other.property === `-webkit-${property}`)
      ? [`${fault} without its prefix`]
      : [];
  });
}

function isNewer({ property, value }: { property: string; value: string }): boolean {
  return (
    NEWER_VALUE.test(value) ||
    NEWER_PROPERTIES.some(([name, which]) => name.test(property) && (which?.test(value) ?? true))
  );
}

const isGuarded = (around: readonly string[]) => around.some((prelude) => prelude.startsWith('@supports'));

/** Whether a custom property is used in `@supports` alone. */
function usedUnderGuard(name: string, all: readonly Stylesheet[]): boolean {
  const uses = all.flatMap(({ declarations }) =>
    declarations.filter(({ value }) => new RegExp(`var\\(${name}(?![\\w-])`).test(value)),
  );
  return (
    uses.length > 0 &&
    uses.every(
      ({ around, property }) => isGuarded(around) || (property.startsWith('--') && usedUnderGuard(property, all)),
    )
  );
}

/** The web's interfaces that came after the floor, as they are called; es-check knows the language's own. */
const NEWER_CALLS = [
  'checkVisibility',
  'roundRect',
  'showPopover',
  'startViewTransition',
  'structuredClone',
  'timeout',
  'any',
  'canParse',
  'randomUUID',
] as const;
/** Names that mean something newer on one object alone. */
const OF: Readonly<Record<string, string>> = {
  timeout: 'AbortSignal',
  any: 'AbortSignal',
  canParse: 'URL',
  randomUUID: 'crypto',
};
const NEWER_OBJECTS = ['Intl.Segmenter', 'OffscreenCanvas', 'CSSStyleSheet'] as const;
/**
 * Where they aren't known, an error (in a regular expression, in a selector) or nothing: `inert` is free beside
 * `aria-hidden`, which older engines know.
 */
const NEWER_PATTERN = /\(\?<[=!]|:modal\b|\binert(?::(?!.{0,20}aria-hidden)|=(?!=))/g;

/**
 * What built code calls of the web's interfaces that an engine of the browser floor lacks, and doesn't test for first
 * in the same file. Syntax and the language's own objects are es-check's.
 * @returns each with what stands around it
 */
export function belowFloorJs(code: string): string[] {
  const around = (index: number) => code.slice(Math.max(0, index - 60), index + 50);
  const used = (pattern: string) => [...code.matchAll(new RegExp(pattern, 'g'))].map(({ index }) => around(index));
  const asked = (name: string) =>
    new RegExp(`typeof [\\w$.]*\\b${name}\\b|\\b${name}\\?|\\?\\.${name}\\b|try\\{[^{}]{0,80}\\b${name}\\b`).test(code);
  const calls = NEWER_CALLS.filter((name) => !asked(name)).flatMap((name) =>
    used(`${OF[name] === undefined ? '' : `\\b${OF[name]}\\.`}\\b${name}\\(`),
  );
  const objects = NEWER_OBJECTS.filter((name) => !asked(name.replace('.', '\\.'))).flatMap((name) =>
    used(`new ${name.replace('.', '\\.')}\\b`),
  );
  return [...new Set([...used(NEWER_PATTERN.source), ...calls, ...objects])];
}
