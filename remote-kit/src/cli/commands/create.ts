import { readdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { hostPaths, remoteNameSchema } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { codeOf, CommandFailed } from '../command-failed.ts';
import { defineCommand } from '../command.ts';
import { fillPackage, packedIn, readTemplate, writeFiles } from '../new-remote.ts';
import { origin } from '../option-schemas.ts';
import { SETTINGS_FILE } from '../remote-settings.ts';

const newName = v.pipe(
  remoteNameSchema,
  v.regex(/^\D*$/, 'no digit: usage events name no route with one, which might be a phone number'),
  v.check((name) => !Object.values<string>(hostPaths).includes(`/${name}`), 'no name of a page of the host'),
);

export const create = defineCommand({
  summary: 'makes a new remote that builds, runs and passes its tests',
  details: [
    'The remote is made in the new folder NAME. With --folder it is made in that folder, which has to be empty or new; --folder . is the working directory.',
    'It has one screen with its styles, copy and tests, one call below /team/TEAM/ with a fake answer, lint, types and CI. README.md in it leads to the first release.',
  ],
  options: {
    name: { operand: '<NAME>', schema: newName, summary: 'of the remote, and of its route' },
    team: {
      value: 'TEAM',
      schema: remoteNameSchema,
      summary: 'the name that operators know the team by (default: NAME)',
    },
    backend: { summary: "adds an example of the team's own backend, on Fastify" },
    api: { value: 'URL', schema: origin, summary: 'where releases are published (default: http://localhost:4180)' },
    host: { value: 'URL', schema: origin, summary: 'where users open the product (default: http://localhost:4170)' },
    packages: { value: 'PATH', summary: 'takes the @fridge packages from packed files in this folder' },
  },
  async run({ options, folder: given, folderGiven, workingDirectory }) {
    const { name, backend, packages, team = name, api, host } = options;
    const folder = folderGiven ? given : join(given, name);
    await requireEmpty(folder);
    const packed = packages === undefined ? undefined : packedIn(resolve(workingDirectory, packages), folder);

    const files = await readTemplate(name, team, backend);
    files.set('package.json', fillPackage(files.get('package.json') ?? '', backend, packed));
    const settings: object = JSON.parse(files.get(SETTINGS_FILE) ?? '{}');
    files.set(
      SETTINGS_FILE,
      `${JSON.stringify({ ...settings, ...(api && { api }), ...(host && { host }) }, null, 2)}\n`,
    );
    await writeFiles(folder, files);

    const shown = relative(workingDirectory, folder) || '.';
    const steps = [...(shown === '.' ? [] : [`cd ${shown}`]), 'npm install', 'npm run dev', 'npm test'];
    return {
      lines: [
        `${shown} holds the remote ${name} of the team ${team}: ${files.size} files.`,
        'Next:',
        ...steps.map((step) => `  ${step}`),
        'README.md there leads to the first release.',
      ],
      data: { folder, name, team, files: [...files.keys()], next: steps },
    };
  },
});

/** A repository that was just made is empty, too. */
const allowed = new Set(['.git', '.DS_Store']);

async function requireEmpty(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: unknown) => {
    const code = codeOf(error);
    if (code === 'ENOENT') return [];
    if (code === 'ENOTDIR') throw new CommandFailed(1, `${folder} is a file: name another folder by --folder.`);
    throw error;
  });
  const [first, ...more] = found.filter((name) => !allowed.has(name));
  if (first === undefined) return;
  throw new CommandFailed(
    1,
    `${folder} isn't empty: it has ${first}${more.length > 0 ? ` and ${more.length} more` : ''}. Nothing was written. Name an empty or new folder by --folder.`,
  );
}
