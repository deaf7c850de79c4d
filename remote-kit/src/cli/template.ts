import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { kitFile } from './kit-folder.ts';

/** What a new remote is filled with. */
export interface TemplateNames {
  readonly remote: string;
  readonly team: string;
}

/** Written in the template's files in place of the names; the template works as it stands, under these. */
const PLACEHOLDERS = { remote: /remote-name/g, team: /team-name/g } as const;

type TemplateFile = { readonly text: string; readonly mode: number };

/**
 * Reads the template with the names filled in, by path. A leading underscore stands for a dot: packing leaves
 * `.gitignore` out, and lint here would read `.oxlintrc.json`.
 */
export async function readTemplate(
  { remote, team }: TemplateNames,
  { backend }: { backend: boolean },
): Promise<Map<string, TemplateFile>> {
  const root = kitFile('template');
  const paths = (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !path.startsWith('node_modules/') && !path.startsWith('dist/'))
    .filter((path) => backend || !path.startsWith('backend/'));
  const files = await Promise.all(
    paths.toSorted().map(async (path) => {
      const text = await readFile(join(root, path), 'utf8');
      const { mode } = await stat(join(root, path));
      const filled = text.replace(PLACEHOLDERS.remote, remote).replace(PLACEHOLDERS.team, team);
      return [path.replace(/^_/, '.'), { text: filled, mode: path.endsWith('.sh') ? mode | 0o111 : mode }] as const;
    }),
  );
  return new Map(files);
}

/** Writes files below a folder, none over another. */
export async function writeFiles(folder: string, files: ReadonlyMap<string, TemplateFile>): Promise<void> {
  for (const [path, { text, mode }] of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text, { flag: 'wx', mode });
  }
}
