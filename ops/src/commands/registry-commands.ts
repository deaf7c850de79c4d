import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Registry, type RegistryEntry, remoteNames } from '@fridge/shared-contracts';
import { publishRelease } from '../registry/publish-release.ts';
import { readRegistryFile, updateRegistryFile } from '../registry/registry-file.ts';
import { stateFolder } from '../workspace.ts';
import { type Command, type CommandResult, UsageError } from './command.ts';

const done = (text: string, data: unknown): CommandResult => ({ ok: true, text, data });

/** Publishing over the network: a file that takes longer than this isn't served well enough for users either. */
const FILE_LIMIT_MS = 15_000;

const status: Command = {
  usage: 'status',
  summary: 'every remote: switched on or off, its version and pin',
  async run(_, { env }) {
    const { remotes } = await readRegistryFile(stateFolder(env).registry);
    const lines = Object.entries(remotes).map(
      ([name, remote]) => `${name.padEnd(14)} ${remote.enabled ? 'on ' : 'off'}  ${remote.version}${remote.pin ? `  pinned to ${remote.pin}` : ''}  ${remote.entry}`,
    );
    return done(lines.join('\n') || 'No remote is registered. npm start publishes those that are here.', remotes);
  },
};

function switchCommand(verb: 'on' | 'off'): Command {
  return {
    usage: `${verb} <remote>`,
    summary: verb === 'on' ? 'switches a remote on' : 'switches a remote off; open pages follow within 30 s',
    async run([name], { env }) {
      const remote = await changeRemote(env, name, (entry) => ({ ...entry, enabled: verb === 'on' }));
      return done(`${name} is ${verb}.`, remote);
    },
  };
}

const pin: Command = {
  usage: 'pin <remote> <version|none>',
  summary: 'keeps a remote at its version while new ones are published; "none" lets it move again',
  async run([name, version], { env }) {
    if (!version) throw new UsageError('Name the version to keep, or "none".');
    const remote = await changeRemote(env, name, (entry) => {
      if (version !== 'none' && version !== entry.version) {
        throw new Error(`${name} is at ${entry.version}. Only the version in the registry can be pinned; publish ${version} first.`);
      }
      return { ...entry, pin: version === 'none' ? null : version };
    });
    return done(remote.pin ? `${name} stays at ${remote.pin}.` : `${name} moves with what is published.`, remote);
  },
};

const publish: Command = {
  usage: 'publish <address of a release | folder> [origin]',
  summary: 'checks a release (schema, contract, every hash) and puts it into the registry',
  async run([source, origin], { env }) {
    if (!source) throw new UsageError('Name the address under which the release is served, or its folder and origin.');
    const { release, outcome } = await publishRelease(releaseSource(source, origin), stateFolder(env).registry);
    const told = { published: 'published', unchanged: 'already there', pinned: 'checked, but the remote is pinned and stays' }[outcome];
    return done(`${release.name} ${release.version}: ${told}.`, { name: release.name, version: release.version, outcome });
  },
};

function releaseSource(source: string, origin: string | undefined) {
  if (/^https?:\/\//.test(source)) {
    const baseUrl = source.replace(/release\.json$/, '').replace(/\/?$/, '/');
    const read = async (file: string) => {
      const response = await fetch(new URL(file, baseUrl), { signal: AbortSignal.timeout(FILE_LIMIT_MS) });
      if (!response.ok) throw new Error(`${response.status} for ${file}`);
      return Buffer.from(await response.arrayBuffer());
    };
    return { baseUrl, read };
  }
  if (!origin) throw new UsageError('A folder needs the origin that serves it: publish remote-draw/dist http://localhost:4172');
  return { baseUrl: origin.replace(/\/?$/, '/'), read: (file: string) => readFile(join(source, file)) };
}

async function changeRemote(env: NodeJS.ProcessEnv, name: string | undefined, change: (entry: RegistryEntry) => RegistryEntry): Promise<RegistryEntry> {
  if (!name) throw new UsageError(`Name a remote: ${remoteNames.join(', ')}.`);
  let changed: RegistryEntry | undefined;
  await updateRegistryFile(stateFolder(env).registry, (registry): Registry => {
    const entry = Object.hasOwn(registry.remotes, name) ? registry.remotes[name] : undefined;
    if (!entry) throw new Error(`${name} isn't in the registry. There: ${Object.keys(registry.remotes).join(', ') || 'none'}.`);
    changed = change(entry);
    return { ...registry, remotes: { ...registry.remotes, [name]: changed } };
  });
  if (!changed) throw new Error('The registry was not changed.');
  return changed;
}

export const registryCommands: readonly Command[] = [status, switchCommand('on'), switchCommand('off'), pin, publish];
