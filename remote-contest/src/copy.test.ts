import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copy as pageCopy } from './copy.ts';
import { rulesCopy } from './screens/rule/rules.ts';
import { sampleCopy } from './screens/detail/sample/sample-copy.ts';
import deckKeys from './testing/deck-section-5.json' with { type: 'json' };

const copy = { ...pageCopy, ...rulesCopy, ...sampleCopy };
const root = new URL('..', import.meta.url).pathname;

function sourcesOf(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter(
      (name) =>
        /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.endsWith('copy.ts') && name !== 'messages.ts',
    )
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

/** This remote, its release, and the rules that it shares with the server: they name the deck's messages. */
const code = [
  sourcesOf(join(root, 'src')),
  readFileSync(join(root, 'release.config.ts'), 'utf8'),
  sourcesOf(join(root, '../shared-contracts/src/activities/contest')),
].join('\n');
const literals = new Set(code.match(/(?<=')[\w.-]+(?=')/g) ?? []);
/** `contest.crop.${direction}.aria` stands for every key that fits, and has to be one word in that place. */
const patterns = (code.match(/(?<=`)[\w.-]+\$\{[^}]+\}[\w.-]*(?=`)/g) ?? []).map(
  (text) =>
    new RegExp(
      `^${text
        .split(/\$\{[^}]+\}/)
        .map((part) => part.replaceAll('.', '\\.'))
        .join('[\\w-]+')}$`,
    ),
);
const isUsed = (key: string) => literals.has(key) || patterns.some((pattern) => pattern.test(key));

describe("the contest's words", () => {
  it.each(deckKeys)("use the deck's %s", (key) => {
    expect(copy).toHaveProperty([key]);
    expect(isUsed(key), 'a key that no screen shows').toBe(true);
  });

  it('hold no key that nothing shows', () => expect(Object.keys(copy).filter((key) => !isUsed(key))).toEqual([]));

  it('are found by what the code names, and not by chance', () =>
    expect(['contest.works.nothing', 'contest.crop.sideways.more.aria'].filter(isUsed)).toEqual([]));
});
