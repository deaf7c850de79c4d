import { product } from './product.ts';

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
  const known: Record<string, string | number> = { ...product, ...values };
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(known[name] ?? whole));
}
