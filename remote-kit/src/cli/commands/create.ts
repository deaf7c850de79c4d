import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { hostPaths, remoteNameSchema } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { codeOf, CommandFailed } from '../command-failed.ts';
import { defineCommand } from '../command.ts';
import { type Files, fillPackage, readTemplate, writeFiles } from '../new-remote.ts';
import { origin } from '../option-schemas.ts';
import { SETTINGS_FILE } from '../remote-settings.ts';

const newName = v.pipe(
  remoteNameSchema,
  v.regex(/^\D*$/, 'no digit: usage events name no route with one, which might be a phone number'),
  v.check((name) => !Object.values<string>(hostPaths).includes(`/${name}`), 'no name of a page of the host'),
);

const settingsSchema = v.pipe(v.string(), v.parseJson(), v.looseObject({}));

export const create = defineCommand({
  summary: 'makes a new remote that builds, runs and passes its tests',
  details: [
    'The remote is made in the new folder NAME. With --folder it is made in that folder; --folder . is the working directory. A repository may be there already, with its README, licence and hidden files: what it has stays.',
    'It has one screen with its styles, copy and test, lint, types and CI. README.md in it leads to the first release; remote-kit add writes further screens and calls.',
  ],
  options: {
    name: { operand: '<NAME>', schema: newName, summary: 'of the remote, and of its route' },
    team: {
      value: 'TEAM',
      schema: remoteNameSchema,
      summary: 'the name that operators know the team by (default: NAME)',
    },
    backend: { summary: "adds a backend of the team's own, on Fastify" },
    api: { value: 'URL', schema: origin, summary: 'where releases are published (default: http://localhost:4180)' },
    host: { value: 'URL', schema: origin, summary: 'where users open the product (default: http://localhost:4170)' },
    packages: { value: 'PATH', summary: 'takes the @fridge packages from packed files in this folder into vendor/' },
  },
  async run({ options, folder: given, folderGiven, workingDirectory }) {
    const { name, backend, packages, team = name, api, host } = options;
    const folder = folderGiven ? given : join(given, name);
    const files: Files = await readTemplate({ name, team }, (path) => backend || !path.startsWith('backend/'));
    await fillPackage(files, backend, packages === undefined ? undefined : resolve(workingDirectory, packages));
    const settings = v.parse(settingsSchema, files.get(SETTINGS_FILE));
    const addresses = { ...(api && { api }), ...(host && { host }) };
    files.set(SETTINGS_FILE, `${JSON.stringify({ ...settings, ...addresses }, null, 2)}\n`);
    const guide = await fitIn(folder, files);
    await writeFiles(folder, files);

    const shown = relative(workingDirectory, folder) || '.';
    const steps = [...(shown === '.' ? [] : [`cd ${shown}`]), 'npm install', 'npm run dev', 'npm test'];
    return {
      lines: [
        `${shown} holds the remote ${name} of the team ${team}: ${files.size} files.`,
        'Next:',
        ...steps.map((step) => `  ${step}`),
        `${guide} there leads to the first release.`,
      ],
      data: { folder, name, team, files: [...files.keys()], next: steps },
    };
  },
});

/** What a repository has before anything is in it: hidden files, README, licence. */
const USUAL = /^(?:\.|licen[cs]e|.*\.md$)/i;

/**
 * Makes room for what a folder has: its `.gitignore` gets the lines that it lacks, beside its README ours is REMOTE.md.
 * @returns the guide's name
 * @throws CommandFailed (1) when it holds anything else
 */
async function fitIn(folder: string, files: Files): Promise<'README.md' | 'REMOTE.md'> {
  const found = await readdir(folder).catch((error: unknown): string[] => {
    const code = codeOf(error);
    if (code === 'ENOENT') return [];
    if (code === 'ENOTDIR') throw new CommandFailed(1, `${folder} is a file: name another folder by --folder.`);
    throw error;
  });
  const guide = found.includes('README.md') ? 'REMOTE.md' : 'README.md';
  const text = String(files.get('README.md'));
  files.delete('README.md');
  files.set(guide, text);
  const present = await readFile(join(folder, '.gitignore'), 'utf8').catch(() => '');
  const lacking = String(files.get('.gitignore'))
    .split('\n')
    .filter((line) => line !== '' && !present.split('\n').includes(line));
  files.set('.gitignore', [...(present === '' ? [] : [present.trimEnd()]), ...lacking, ''].join('\n'));
  const taken = [...files.keys()].filter((path) => path !== '.gitignore' && existsSync(join(folder, path)));
  const [first, ...more] = new Set([...found.filter((name) => !USUAL.test(name)), ...taken]);
  if (first === undefined) return guide;
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  const problem = `${folder} isn't empty: it has ${first}${others}. Nothing was written. Name another folder by --folder.`;
  throw new CommandFailed(1, problem);
}
