import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { CommandFailed } from '../command-failed.ts';
import { defineCommand } from '../command.ts';
import { addInside, withImport } from '../edit-source.ts';
import { loadRelease } from '../load-release.ts';
import { readTemplate, writeFiles } from '../new-remote.ts';
import { readRemoteSettings } from '../remote-settings.ts';

const newName = v.pipe(v.string(), v.regex(/^[a-z]+(?:-[a-z]+)*$/, 'small letters and hyphens, such as near-spots'));

export const add = defineCommand({
  summary: 'adds a screen or a call to the remote: its files, and where they are named',
  details: [
    'screen: src/screens/NAME/ with a test, its route /REMOTE/NAME in release.config.ts, its texts in src/copy.ts.',
    'call: its definition in src/calls.ts, a fake answer in stand-alone/answers.ts and, where the remote has a backend, a first answer in backend/server.ts.',
    'Nothing is written where something of that name is there already, or a file has another form than create gave it.',
  ],
  options: {
    what: {
      operand: '<screen|call>',
      schema: v.picklist(['screen', 'call'], 'screen or call'),
      summary: 'what to add',
    },
    name: { operand: '<NAME>', schema: newName, summary: 'in small letters and hyphens' },
  },
  async run({ folder, options: { what, name } }) {
    const { team } = await readRemoteSettings(folder);
    const release = await loadRelease(folder);
    const asked = { folder, name, remote: release.name, team };
    const { files, line } = await (what === 'screen' ? newScreen(asked) : newCall(asked));
    await writeFiles(folder, files);
    const paths = [...files.keys()];
    return { lines: [...paths.map((path) => `  ${path}`), line], data: { name, files: paths } };
  },
});

type Asked = { folder: string; name: string; remote: string; team: string };
type Added = { files: Map<string, string>; line: string };

async function newScreen({ folder, name, remote, team }: Asked): Promise<Added> {
  const below = `src/screens/${name}`;
  const [screen, path] = [`${below}/${name}-screen.tsx`, `/${remote}/${name}`];
  if (existsSync(join(folder, below))) throw isThere(below);
  const pattern = await readTemplate({ name: remote, team }, (file) => file.startsWith('src/screens/home/'));
  const component = camelCase(`-${name}`);
  const renamed = (text: string) => text.replaceAll('Home', component).replaceAll('home', name);
  const files = new Map([...pattern].map(([file, text]) => [renamed(file), renamed(text)]));
  const route = `{ path: '${path}', title: copy['${name}.docTitle'], screen: '${screen}', window: null },`;
  const texts = `'${name}.docTitle': '${name}',\n'${name}.heading': '${name}',`;
  await edit(folder, files, [
    { file: 'release.config.ts', place: /\broutes: \[/, added: route, name: `'${path}'` },
    { file: 'src/copy.ts', place: /\bcopy = \{/, added: texts, name: `'${name}.heading'` },
  ]);
  return { files, line: `${path} shows it, and its words are in src/copy.ts.` };
}

async function newCall({ folder, name, remote, team }: Asked): Promise<Added> {
  const key = camelCase(name);
  const path = `/team/${team}/${team === remote ? '' : `${remote}/`}${name}`;
  const definition = `${key}: defineCall({ path: '${path}', access: 'household', data: v.object({ text: v.string() }) }),`;
  const files = new Map<string, string>();
  const imports = { '../src/calls.ts': ['calls'] };
  const server = 'backend/server.ts';
  await edit(folder, files, [
    {
      file: 'src/calls.ts',
      initial: 'export const calls = {};\n',
      place: /\bcalls = \{/,
      added: definition,
      name: `'${path}'`,
      imports: { valibot: ['* as v'], '@fridge/shared-contracts': ['defineCall'] },
    },
    {
      file: 'stand-alone/answers.ts',
      initial: ANSWERS,
      place: /export default function \w+\(fake\b[^)]*\)[^{]*\{/,
      added: `fake.answer(calls.${key}, given({ text: '${name}' }));`,
      name: `calls.${key},`,
      imports: { ...imports, '@fridge/remote-kit/testing': ['given'] },
    },
    ...(existsSync(join(folder, server))
      ? [
          {
            file: server,
            place: /\.register\(async \(scope\) => \{/,
            added: `answerCall(scope, calls.${key}, () => answer({ text: '${name}' }));`,
            name: `calls.${key},`,
            imports: { ...imports, '@fridge/remote-kit/fastify': ['answer', 'answerCall'] },
          },
        ]
      : []),
  ]);
  return { files, line: `A screen makes it by host.requests.call(calls.${key}).` };
}

const ANSWERS = `import { type FakeHost, given } from '@fridge/remote-kit/testing';

/** Answers of the fake host, for \`remote-kit dev\` and \`check\`. One may also be a function of the call's fields. */
export default function prepare(fake: FakeHost): void {}
`;

type Edit = {
  file: string;
  /** Where there is no such file. */
  initial?: string;
  /** Up to the bracket at whose end it is added. */
  place: RegExp;
  added: string;
  /** Tells that it is there already. */
  name: string;
  /** By their modules. */
  imports?: Readonly<Record<string, readonly string[]>>;
};

/** @throws CommandFailed (1) with what to add by hand, or that it is there */
async function edit(folder: string, files: Map<string, string>, edits: readonly Edit[]): Promise<void> {
  for (const { file, initial, place, added, name, imports = {} } of edits) {
    const path = join(folder, file);
    const code = initial === undefined || existsSync(path) ? await readFile(path, 'utf8') : initial;
    if (code.includes(name)) throw isThere(`${name} of ${file}`);
    const changed = addInside(code, place, added);
    if (changed === null)
      throw new CommandFailed(1, [
        `${file} has another form than create gave it. Nothing was written. By hand: ${added}`,
      ]);
    const named = Object.entries(imports).flatMap(([module, names]) => names.map((each) => [each, module] as const));
    files.set(
      file,
      named.reduce((text, [each, module]) => withImport(text, each, module), changed),
    );
  }
}

const isThere = (what: string) => new CommandFailed(1, `${what} is there already. Nothing was written.`);

/** `nearSpots` of `near-spots`, `NearSpots` of `-near-spots`. */
const camelCase = (name: string): string => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
