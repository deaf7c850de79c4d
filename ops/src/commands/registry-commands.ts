import type { RegistryEntry } from '@fridge/shared-contracts/host';
import type { Command } from 'commander';
import * as v from 'valibot';
import { updateRegistryFile } from '../registry/registry-file.ts';
import { nearestName } from '../settings/own-settings.ts';
import { nonEmptyText, type Tool } from './tool.ts';

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
      throw new Error(`The entry of ${name} doesn't fit (${problems}). Mend ${registryPath} by hand first; nothing was changed.`);
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
