import type { RouteEntry, RouteShell } from '@fridge/shared-contracts/page';
import { markupProblems, stylesProblems } from '@fridge/shared-contracts/team';
import type { ReleaseProblem } from '../release-refused.ts';

const SKINS = [0, 1, 2] as const;
/** What a markup is for, besides the skin, with the words for each. */
const CONDITIONS = [
  ['address', { bare: 'without parameters', named: 'with parameters' }],
  ['surroundings', { app: 'in the app', browser: 'in browsers' }],
  ['period', { bounded: 'in a period with bounds', open: 'in a period without bounds' }],
] as const;

/** What the description alone says: each skin, address, surroundings and period have one markup. */
export const coverageProblems = (routes: readonly RouteEntry[]): ReleaseProblem[] =>
  routes.flatMap(({ path, shell }) => (shell === undefined ? [] : markupsProblems(path, shell)));

function markupsProblems(path: string, { markups }: RouteShell): ReleaseProblem[] {
  let looks = SKINS.map((skin) => ({
    words: `skin ${skin}`,
    fitting: markups.filter(({ skins }) => skins.includes(skin)),
  }));
  for (const [condition, values] of CONDITIONS)
    looks = looks.flatMap(({ words, fitting }) =>
      Object.entries(values).map(([value, said]) => ({
        words: `${words} ${said}`,
        fitting: fitting.filter((each) => ['any', value].includes(each[condition])),
      })),
    );
  return looks.flatMap(({ words, fitting }) => {
    if (fitting.length === 1) return [];
    const times = fitting.length === 0 ? 'no markup' : `${fitting.length} markups`;
    return problem(`the shell of its route ${path} has ${times} for ${words}, and needs one. Build the release again.`);
  });
}

/**
 * Whether pages may bring the texts of the routes' shells.
 * @param contents of their files; those that couldn't be read are missing
 * @returns `texts` by integrity
 */
export function readShells(routes: readonly RouteEntry[], contents: ReadonlyMap<string, Buffer>) {
  const texts = new Map<string, string>();
  const problems: ReleaseProblem[] = [];
  for (const { path, shell } of routes) {
    if (shell === undefined) continue;
    const judged = [
      [shell.styles, stylesProblems] as const,
      ...shell.markups.map(({ markup }) => [markup, markupProblems] as const),
    ];
    for (const [{ file, integrity }, problemsOf] of judged) {
      const content = contents.get(file);
      if (content === undefined) continue;
      const text = textOf(content);
      const found = text === null ? ['it is no text in UTF-8.'] : problemsOf(text, path);
      problems.push(...found.flatMap((each) => problem(`${file}: ${each}`)));
      if (text !== null) texts.set(integrity, text);
    }
  }
  return { texts, problems };
}

/** Byte for byte. @returns `null` for what the database can't keep as a text */
function textOf(content: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

const problem = (text: string): ReleaseProblem[] => [{ kind: 'shell', text }];
