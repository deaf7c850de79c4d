import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RegistryEntry } from '@fridge/shared-contracts/host';
import type { Command } from 'commander';
import * as v from 'valibot';
import { originOf, planPorts } from '../product/ports.ts';
import { publishRelease } from '@fridge/server/registry/publish-release';
import { ReleaseRefusedError } from '@fridge/server/registry/read-release';
import { describeLeftOut, updateRegistryFile } from '@fridge/server/registry/registry-file';
import { DESCRIPTION_BYTES, type ReleaseSource, servedSource } from '@fridge/server/registry/release-source';
import { nearestName } from '@fridge/server/settings/own-settings';
import { settingsAtHand } from '../product/settings-at-hand.ts';
import { messageOf, parseJson, textOf } from '@fridge/server/text';
import { nonEmptyText, type Tool, webOrigin } from './tool.ts';

const anyEntrySchema = v.looseObject({});

/** Switches and pins, also editable in `var/remotes.json`. */
export function addRegistryCommands(program: Command, { state, finish }: Tool): void {
  const remote = (verb: string, description: string) =>
    program.command(verb).argument('<remote>', 'its name', nonEmptyText).description(description);

  const addSwitch = (verb: string, enabled: boolean, description: string) =>
    remote(verb, description).action(async (name: string) => {
      const entry = await changeRemote(state.registry, name, () => ({ enabled }));
      finish(`${name} is ${verb}.`, entry);
    });
  addSwitch('on', true, 'switches a remote on');
  addSwitch('off', false, 'switches a remote off; open pages follow within 30 s');

  remote('pin', 'keeps a remote at its version while new ones are published; "none" lets it move again')
    .argument('<version|none>', 'the one it is at, or none', nonEmptyText)
    .action(async (name: string, version: string) => {
      const entry = await changeRemote(state.registry, name, (current) => {
        if (version === 'none') return { pin: null };
        if (version === current.version) return { pin: version };
        const rule = `Only the version in the registry can be pinned; publish ${version} first.`;
        throw new Error(`${name} is at ${current.version}. ${rule}`);
      });
      finish(entry.pin ? `${name} stays at ${entry.pin}.` : `${name} moves with what is published.`, entry);
    });
}

async function changeRemote(
  registryPath: string,
  name: string,
  decide: (entry: RegistryEntry) => Partial<Pick<RegistryEntry, 'enabled' | 'pin'>>,
): Promise<RegistryEntry> {
  let changed: RegistryEntry | undefined;
  await updateRegistryFile(registryPath, ({ registry, leftOut, raw }) => {
    const problems = leftOut.find((remote) => remote.name === name)?.problems.join('; ');
    if (problems !== undefined) {
      throw new Error(
        `The entry of ${name} doesn't fit (${problems}). Mend ${registryPath} by hand first; nothing was changed.`,
      );
    }
    const entry = Object.hasOwn(registry.remotes, name) ? registry.remotes[name] : undefined;
    if (!entry) {
      const names = Object.keys(registry.remotes);
      const meant = nearestName(name, names);
      const hint = meant === null ? '' : ` Did you mean ${meant}?`;
      throw new Error(`${name} isn't in the registry. There: ${names.join(', ') || 'none'}.${hint}`);
    }
    const decision = decide(entry);
    changed = { ...entry, ...decision };
    return { [name]: { ...v.parse(anyEntrySchema, raw[name]), ...decision } };
  });
  if (!changed) throw new Error('The registry was not changed.');
  return changed;
}

type Options = { dryRun?: boolean; move?: boolean; host?: string };

const versionSchema = v.object({ version: v.string() });
const isAddress = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text);

/** `ops publish`: checks a release and writes it into the registry. */
export function addPublishCommand(program: Command, { env, state, finish }: Tool): void {
  program
    .command('publish')
    .argument('<release>', 'address of a release, or the folder of its build', nonEmptyText)
    .argument('[address]', 'where the build in the folder is served', nonEmptyText)
    .option('--dry-run', 'checks everything and writes nothing')
    .option('--move', 'lets a remote that is published from another origin move here')
    .option('--host <origin>', 'origin of the host whose pages load it; that of PORT on this machine', webOrigin)
    .usage('<address of a release | folder address> [--dry-run] [--move] [--host <origin>]')
    .description('fetches a release the way a page does, checks all of it, and puts it into the registry')
    .action(async (release: string, served: string | undefined, options: Options, command: Command) => {
      const { dryRun = false, move = false, host = originOf(planPorts(env['PORT']).host) } = options;
      const folder = isAddress(release) ? null : release;
      const address = folder === null ? release : served;
      if (folder === null && served !== undefined) command.error('error: a release at an address needs no second one');
      if (address === undefined || !isAddress(address)) {
        return command.error(`error: a folder needs the address that serves it: ${exampleFor(release)}`);
      }
      const source = servedSource(address, host);
      if (folder !== null) await checkServed(folder, source);
      const { settings } = settingsAtHand(state, env);
      const { origin } = new URL(source.baseUrl);
      const mayReplace = (current: string) => move || new URL(current).origin === origin;
      const published = await publishRelease(source, { registryPath: state.registry, settings, dryRun, mayReplace });
      const {
        release: { name, version },
        outcome,
        files,
        bytes,
        leftOut,
      } = published;
      const done = {
        published: dryRun ? 'would be published' : 'published',
        unchanged: 'already there',
        pinned: 'checked, but the remote is pinned and stays',
      }[outcome];
      const checked = `${files} files of ${Math.ceil(bytes / 1024)} KiB fetched as a page does.`;
      const line = `${name} ${version}: ${done}. ${checked}${dryRun ? ' Nothing was changed.' : ''}`;
      const data = { name, version, outcome, files, bytes, dryRun, leftOut };
      finish([line, ...describeLeftOut(leftOut)].join('\n'), data);
    });
}

/** @throws ReleaseRefusedError when the origin serves another build */
async function checkServed(folder: string, source: ReleaseSource): Promise<void> {
  const built = await readFile(join(folder, 'release.json')).catch(() => null);
  if (built === null) throw new ReleaseRefusedError(folder, 'it has no release.json. Build the remote first.');
  const served = await source.read('release.json', 'description', DESCRIPTION_BYTES).catch(messageOf);
  const refuse = (reason: string) =>
    new ReleaseRefusedError(source.baseUrl, `${reason}. Upload the whole folder first.`);
  if (typeof served === 'string') throw refuse(`release.json can't be read (${served})`);
  if (!built.equals(served)) throw refuse(`it isn't the build in ${folder}`);
}

/** Origins of remotes serve each release below its version. */
function exampleFor(folder: string): string {
  const release = v.safeParse(versionSchema, parseJson(textOf(join(folder, 'release.json'))));
  return `npm run ops -- publish ${folder} https://draw.example/${release.success ? release.output.version : '1.4.0'}/`;
}
