import type { Plugin } from 'vite';
import { brandCopy, commonCopy, formatCopy } from '@fridge/shared-contracts';

/** Texts by key; a longer text is a list of lines. */
export type CopyDeck = Readonly<Record<string, string | readonly string[]>>;

/** `copy['key']`, ``copy[`some.${name}.key`]`` and `copy[test ? 'key' : 'key']`, of any deck. */
const ACCESS = /(?<![.\w])(copy|\w+Copy)\[([^\]]+)\]/g;
const ONE_KEY = /^'([\w.]+)'$/;
const PATTERN = /^`([^`]+)`$/;
const TWO_KEYS = /^[^?]*\?\s*'([\w.]+)'\s*:\s*'([\w.]+)'$/;

/** Inlines texts where they are used: bundlers don't split a deck. Keys known only at runtime load the whole deck. */
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

/** @param decks by the variable names that `code` uses */
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
    const whole = new RegExp(`^${fixed.join('.*')}$`);
    return (each) => whole.test(each);
  }
  const keys = TWO_KEYS.exec(key)?.slice(1) ?? [];
  return (each) => keys.includes(each);
}
