import { posix } from 'node:path';
import type { ActivityModule } from '@fridge/shared-contracts';
import { RELEASE_ADDRESS, type RouteShell } from '@fridge/shared-contracts/page';
import { markupProblems, routeName, shellSelector, stylesProblems } from '@fridge/shared-contracts/team';
import { writeHashed } from '../describe-file.ts';
import { drawRoute } from './draw-route.ts';
import { setStyles } from './set-styles.ts';
import { withShortNames } from './short-names.ts';
import { changeSheet } from './transform-sheet.ts';
import { usedStyles } from './used-styles.ts';

type Built = {
  /** Where files are written. */
  dist: string;
  /** Files of the release. */
  files: ReadonlySet<string>;
  /** The stylesheet, with addresses below `RELEASE_ADDRESS`. */
  css: string;
};

/**
 * Draws the shells of a release and writes their files.
 * @param period name of the window that they show
 * @returns by route; none for one whose module exports no `Shell`
 * @throws when pages may not hold one of them, with every problem
 */
export async function buildShells(
  screens: ActivityModule['screens'],
  period: string | undefined,
  built: Built,
): Promise<ReadonlyMap<string, RouteShell>> {
  const shells = new Map<string, RouteShell>();
  const problems: string[] = [];
  for (const [path, load] of Object.entries(screens)) {
    try {
      const { Shell, header = {} } = await load();
      if (Shell === undefined) continue;
      const { drawn, problems: differences } = drawRoute(Shell, period);
      const styled = setStyles(drawn.map(({ markup }) => markup));
      const { css, markups } = withShortNames(`${built.css}\n${styled.css}`, styled.markups);
      const styles = usedStyles(css, markups, shellSelector(path));
      const found = [
        ...differences,
        ...markups.flatMap((markup) => markupProblems(markup, path)),
        ...stylesProblems(styles, path),
        ...missingFiles([styles, ...markups], built.files),
      ];
      problems.push(...[...new Set(found)].map((problem) => `${path}: ${problem}`));
      const write = (content: string, extension: string) =>
        writeHashed(built.dist, `shells/${routeName(path)}`, extension, Buffer.from(content));
      shells.set(path, {
        header: { overlay: header.overlay ?? false, share: header.share ?? false },
        styles: await write(styles, '.css'),
        markups: await Promise.all(
          drawn.map(async (variant, index) => ({ ...variant, markup: await write(markups[index] ?? '', '.html') })),
        ),
      });
    } catch (error) {
      problems.push(
        `${path}: its shell can't be drawn in Node: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  if (problems.length > 0) throw new Error(`The shells can't stand in pages:\n  ${problems.join('\n  ')}`);
  return shells;
}

/** With the addresses of its pictures below `RELEASE_ADDRESS`. @param file where the stylesheet lies in the release */
export const withReleaseAddresses = (css: string, file: string): string =>
  changeSheet(css, {
    Url: ({ url, ...rest }) => ({
      ...rest,
      url: /^(?:[a-z]+:|#|\/)/i.test(url) ? url : `${RELEASE_ADDRESS}/${posix.join(posix.dirname(file), url)}`,
    }),
  });

function missingFiles(texts: readonly string[], files: ReadonlySet<string>): string[] {
  const named = texts.flatMap((text) =>
    [...text.matchAll(new RegExp(`${RELEASE_ADDRESS}/([\\w./~-]+)`, 'g'))].map(([, file = '']) => file),
  );
  return [...new Set(named)]
    .filter((file) => !files.has(file))
    .map((file) => `its shell needs ${file}, which the build hasn't.`);
}
