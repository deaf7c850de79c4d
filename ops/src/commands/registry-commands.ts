import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import * as v from 'valibot';
import { compatibility, type RegistryEntry } from '@fridge/shared-contracts';
import { publishRelease, type ReleaseSource } from '../registry/publish-release.ts';
import { describeLeftOut, readRegistryFile, updateRegistryFile } from '../registry/registry-file.ts';
import { stateFolder } from '../workspace.ts';
import type { Tool } from './tool.ts';

/** Publishing over the network: a file that takes longer than this isn't served well enough for users either. */
const FILE_LIMIT_MS = 15_000;

/** Switches, pins and publications: what an operator could also edit in `var/remotes.json` by hand. */
export function addRegistryCommands(program: Command, { env, finish }: Tool): void {
  const registryPath = stateFolder(env).registry;

  program
    .command('status')
    .description('every remote: switched on or off, its version and pin, and what is wrong with an entry')
    .action(async () => {
      const { registry, leftOut } = await readRegistryFile(registryPath);
      const lines = [...Object.entries(registry.remotes).map(([name, entry]) => describe(name, entry)), ...describeLeftOut(leftOut)];
      const data = { ...registry.remotes, ...Object.fromEntries(leftOut.map(({ name, problems }) => [name, { problems }])) };
      finish({ ok: true, text: lines.join('\n') || 'No remote is registered. npm start publishes those that are here.', data });
    });

  for (const verb of ['on', 'off'] as const) {
    program
      .command(`${verb} <remote>`)
      .description(verb === 'on' ? 'switches a remote on' : 'switches a remote off; open pages follow within 30 s')
      .action(async (name: string) => {
        const entry = await changeRemote(registryPath, name, () => ({ enabled: verb === 'on' }));
        finish({ ok: true, text: `${name} is ${verb}.`, data: entry });
      });
  }

  program
    .command('pin <remote> <version>')
    .usage('<remote> <version|none>')
    .description('keeps a remote at its version while new ones are published; "none" lets it move again')
    .action(async (name: string, version: string) => {
      const entry = await changeRemote(registryPath, name, (standing) => {
        if (version !== 'none' && version !== standing.version) {
          throw new Error(`${name} is at ${standing.version}. Only the version in the registry can be pinned; publish ${version} first.`);
        }
        return { pin: version === 'none' ? null : version };
      });
      finish({ ok: true, text: entry.pin ? `${name} stays at ${entry.pin}.` : `${name} moves with what is published.`, data: entry });
    });

  program
    .command('publish <release> [origin]')
    .usage('<address of a release | folder> [origin]')
    .description('checks a release (schema, contract, calls, every hash) and puts it into the registry')
    .action(async (source: string, origin: string | undefined, _: unknown, command: Command) => {
      const { release, outcome, leftOut } = await publishRelease(releaseSource(source, origin, command), registryPath);
      const told = { published: 'published', unchanged: 'already there', pinned: 'checked, but the remote is pinned and stays' }[outcome];
      finish({
        ok: true,
        text: [`${release.name} ${release.version}: ${told}.`, ...describeLeftOut(leftOut)].join('\n'),
        data: { name: release.name, version: release.version, outcome, leftOut },
      });
    });
}

function describe(name: string, { enabled, version, pin, contract, entry }: RegistryEntry): string {
  const pinned = pin ? `  pinned to ${pin}` : '';
  const foreign = compatibility(contract) === 'fits' ? '' : `  not opened: built for contract ${contract}`;
  return `${name.padEnd(14)} ${enabled ? 'on ' : 'off'}  ${version}${pinned}  ${entry}${foreign}`;
}

function releaseSource(source: string, origin: string | undefined, command: Command): ReleaseSource {
  if (/^https?:\/\//.test(source)) {
    const baseUrl = source.replace(/release\.json$/, '').replace(/\/?$/, '/');
    const read = async (file: string) => {
      const response = await fetch(new URL(file, baseUrl), { signal: AbortSignal.timeout(FILE_LIMIT_MS) });
      if (!response.ok) throw new Error(`${response.status} for ${file}`);
      return Buffer.from(await response.arrayBuffer());
    };
    return { baseUrl, read };
  }
  if (!origin) command.error('error: a folder needs the origin that serves it: publish remote-draw/dist http://localhost:4172');
  return { baseUrl: origin.replace(/\/?$/, '/'), read: (file) => readFile(join(source, file)) };
}

/** Changes what an operator decides of a remote; the rest of its entry keeps its letter. */
async function changeRemote(
  registryPath: string,
  name: string,
  decide: (entry: RegistryEntry) => Partial<Pick<RegistryEntry, 'enabled' | 'pin'>>,
): Promise<RegistryEntry> {
  let changed: RegistryEntry | undefined;
  await updateRegistryFile(registryPath, ({ registry, leftOut, raw }) => {
    const wrong = leftOut.find((remote) => remote.name === name);
    if (wrong) throw new Error(`The entry of ${name} doesn't fit (${wrong.problems.join('; ')}). Mend ${registryPath} by hand first; nothing was changed.`);
    const entry = Object.hasOwn(registry.remotes, name) ? registry.remotes[name] : undefined;
    if (!entry) throw new Error(`${name} isn't in the registry. There: ${Object.keys(registry.remotes).join(', ') || 'none'}.`);
    const decision = decide(entry);
    changed = { ...entry, ...decision };
    return { [name]: { ...v.parse(anyEntrySchema, raw[name]), ...decision } };
  });
  if (!changed) throw new Error('The registry was not changed.');
  return changed;
}

const anyEntrySchema = v.looseObject({});
