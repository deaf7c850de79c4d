/** `{appName}` and so on (copy deck, section 0.1). Placeholders until the product owner decides. */
export const product = {
  appName: '鲜居App',
  mallAppName: '商城App',
  modelA: 'A系列',
  modelB: 'B系列',
  gridApp: '网上国网App',
} as const;

type ProductName = keyof typeof product;

/** The `{names}` to supply; those of `product` are filled automatically. */
export type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, ProductName> | Placeholders<Rest>
  : never;

type Values<Text extends string> = Record<Placeholders<Text>, string | number>;

/**
 * Fills a copy-deck text: `fill('还剩{n}次', { n: 3 })`. The compiler requires exactly its placeholders. Values aren't
 * expanded, so server text can't inject any.
 */
export function fill<const Text extends string>(
  text: Text,
  ...[values]: [Placeholders<Text>] extends [never] ? [values?: undefined] : [values: Values<Text>]
): string {
  return fillNames(text, values);
}

function fillNames(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  const known: Record<string, string | number> = { ...product, ...values };
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(known[name] ?? whole));
}

export type ProseElement = { kind: 'heading' | 'bullet' | 'paragraph'; text: string };

/**
 * Parses a copy-deck block (section 0): `# ` heading, `- ` bullet, else paragraph. `values` fills placeholders besides
 * product names.
 */
export function readProse(lines: readonly string[], values?: Record<string, string>): ProseElement[] {
  return lines.map((line) => {
    const text = fillNames(line, values);
    if (text.startsWith('# ')) return { kind: 'heading', text: text.slice(2) };
    if (text.startsWith('- ')) return { kind: 'bullet', text: text.slice(2) };
    return { kind: 'paragraph', text };
  });
}
