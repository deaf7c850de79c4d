import type { Plugin } from 'vite';
import { brandCopy, commonCopy, formatCopy } from '@fridge/shared-contracts';

/** A copy deck: texts by their keys, a longer one as its lines. */
export type CopyDeck = Readonly<Record<string, string | readonly string[]>>;

/** `copy['key']`, ``copy[`some.${name}.key`]`` and `copy[test ? 'key' : 'key']`, of any deck. */
const ACCESS = /\b(copy|\w+Copy)\[([^\]]+)\]/g;
const ONE_KEY = /^'([\w.]+)'$/;
const PATTERN = /^`([^`]+)`$/;
const TWO_KEYS = /\?\s*'([\w.]+)'\s*:\s*'([\w.]+)'$/;

/**
 * Writes the texts where they are shown, so that a screen loads its own and not the whole deck, which no bundler takes
 * apart. A deck stays whole where it is read by a key that only the running code knows.
 */
export function inlineCopy(copy: CopyDeck): Plugin {
  const decks: Readonly<Record<string, CopyDeck>> = { copy, commonCopy, formatCopy, brandCopy };
  return {
    name: 'inline-copy',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\.tsx?$/.test(id) || id.includes('/node_modules/')) return null;
      const inlined = withTexts(code, decks);
      return inlined === code ? null : { code: inlined, map: null };
    },
  };
}

/** `code` with the texts of `decks`, by the decks' names, in place of the accesses to them. */
export function withTexts(code: string, decks: Readonly<Record<string, CopyDeck>>): string {
  return code.replace(ACCESS, (access, name: string, key: string) => {
    const deck = decks[name] ?? {};
    const text = deck[ONE_KEY.exec(key)?.[1] ?? ''];
    if (text !== undefined) return JSON.stringify(text);
    const chosen = Object.entries(deck).filter(([each]) => namedBy(key)(each));
    return chosen.length === 0 ? access : `(${JSON.stringify(Object.fromEntries(chosen))})[${key}]`;
  });
}

function namedBy(key: string): (each: string) => boolean {
  const [, pattern] = PATTERN.exec(key) ?? [];
  if (pattern !== undefined) {
    const fixed = pattern.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
    const whole = new RegExp(`^${fixed.join('.+')}$`);
    return (each) => whole.test(each);
  }
  const keys = TWO_KEYS.exec(key)?.slice(1) ?? [];
  return (each) => keys.includes(each);
}
