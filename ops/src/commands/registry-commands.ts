import type { Command } from 'commander';
import * as v from 'valibot';
import type { RegistryEntry } from '@fridge/shared-contracts/host';
import { updateRegistryFile } from '../registry/registry-file.ts';
import { nearestName } from '../settings/nearest-name.ts';
import { stateFolder } from '../workspace.ts';
import { someText } from './argument-values.ts';
import type { Tool } from './tool.ts';

/** Switches and pins: what an operator could also edit in `var/remotes.json` by hand. */
export function addRegistryCommands(program: Command, { env, finish }: Tool): void {
  const registryPath = stateFolder(env).registry;

  for (const verb of ['on', 'off'] as const) {
    program
      .command(verb)
      .argument('<remote>', 'its name', someText)
      .description(verb === 'on' ? 'switches a remote on' : 'switches a remote off; open pages follow within 30 s')
      .action(async (name: string) => {
        const entry = await changeRemote(registryPath, name, () => ({ enabled: verb === 'on' }));
        finish({ ok: true, text: `${name} is ${verb}.`, data: entry });
      });
  }

  program
    .command('pin')
    .argument('<remote>', 'its name', someText)
    .argument('<version>', 'the one it is at, or none', someText)
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
    if (!entry) {
      const names = Object.keys(registry.remotes);
      const meant = nearestName(name, names);
      throw new Error(`${name} isn't in the registry. There: ${names.join(', ') || 'none'}.${meant === null ? '' : ` Did you mean ${meant}?`}`);
    }
    const decision = decide(entry);
    changed = { ...entry, ...decision };
    return { [name]: { ...v.parse(anyEntrySchema, raw[name]), ...decision } };
  });
  if (!changed) throw new Error('The registry was not changed.');
  return changed;
}

const anyEntrySchema = v.looseObject({});
