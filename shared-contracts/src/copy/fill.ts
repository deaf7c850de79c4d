import { product } from './product.ts';

type ProductName = keyof typeof product;

/** The `{names}` in a text that the caller has to supply; those of `product` are filled by themselves. */
export type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, ProductName> | Placeholders<Rest>
  : never;

type Values<Text extends string> = Record<Placeholders<Text>, string | number>;

/**
 * Puts values into a text of the copy deck: `fill('还剩{n}次', { n: 3 })`.
 * The compiler asks for exactly the placeholders the text has; a value is inserted as it is and never read again
 * for placeholders, so text from a server can't expand.
 */
export function fill<const Text extends string>(
  text: Text,
  ...[values]: [Placeholders<Text>] extends [never] ? [values?: undefined] : [values: Values<Text>]
): string {
  const known: Record<string, string | number> = { ...product, ...values };
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(known[name] ?? whole));
}
