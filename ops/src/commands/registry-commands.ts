import type { OperatorRequest } from '@fridge/server/operator/protocol';
import { canaryWords } from '@fridge/server/releases/canary-words';
import type { SwitchState } from '@fridge/shared-contracts/page';
import type { Command } from 'commander';
import { addCanaryCommands, problemLines } from './canary-commands.ts';
import {
  type ChangeOptions,
  changeOptions,
  doneBy,
  minute,
  nonEmptyText,
  table,
  type Tool,
  wholeNumberFrom,
} from './tool.ts';

type Pinned = Extract<OperatorRequest, { command: 'registry.pin' }>['release'];

/** Switches, pins, canaries, releases and roll-backs. */
export function addRegistryCommands(program: Command, tool: Tool): void {
  const { ask, finish } = tool;
  const remote = (verb: string, description: string) =>
    program.command(verb).argument('<remote>', 'its name', nonEmptyText).description(description);

  const addSwitch = (verb: string, state: SwitchState, description: string) =>
    changeOptions(remote(verb, description)).action(async (name: string, options: ChangeOptions) => {
      const changed = await ask({ command: 'registry.switch', name, state, ...doneBy(options) });
      finish([`${name} is ${state}.`, ...problemLines(changed)].join('\n'), changed);
    });
  addSwitch('on', 'on', 'switches a remote on, also one that was stopped');
  addSwitch(
    'off',
    'off',
    'switches a remote off but for what users have won or handed in; open pages follow within 20 s',
  );
  addSwitch('stop', 'stopped', 'lets pages load nothing of a remote at all, within 20 s: the emergency');

  changeOptions(remote('pin', 'keeps a remote at one of its releases; "none" lets it move with what is promoted'))
    .argument('<version|none>', 'a release, or none', nonEmptyText)
    .action(async (name: string, version: string, options: ChangeOptions) => {
      const release: Pinned = version === 'none' ? 'latest' : version;
      const changed = await ask({ command: 'registry.pin', name, release, ...doneBy(options) });
      const line =
        changed.release === 'latest' ? `${name} moves with what is promoted.` : `${name} stays at ${changed.release}.`;
      const ended = changed.ended === null ? [] : [`Its canary ended: ${canaryWords(changed.ended)}.`];
      finish([line, ...ended, ...problemLines(changed)].join('\n'), changed);
    });

  addCanaryCommands(program, tool);

  const releases = remote('releases', 'every release of a remote, the last promoted first');
  releases.action(async (name: string) => {
    const all = await ask({ command: 'registry.releases', name });
    const rows = all.map(({ version, contract, isInForce, percent, removedAt, at, by, baseUrl }) => {
      const some = percent === null ? '' : `${percent} % get it`;
      const pages = isInForce ? 'get it' : removedAt === null ? some : `removed ${minute(removedAt)}`;
      return { version, contract, pages, at: minute(at), by, 'served from': baseUrl };
    });
    finish(table(rows), all);
  });
  changeOptions(releases.command('remove'))
    .argument('<remote>', 'its name', nonEmptyText)
    .argument('<version>', 'a release that is not in force', nonEmptyText)
    .description('takes a release out of use; its files go 30 days later')
    .action(async (name: string, release: string, options: ChangeOptions) => {
      const removed = await ask({ command: 'releases.remove', name, release, ...doneBy(options) });
      finish(
        `${name} ${removed.version} is removed. Its files go in 30 days; publishing it again brings it back.`,
        removed,
      );
    });

  changeOptions(
    remote('rollback', 'ends the canary, or gives pages the release before until the next one is promoted'),
  ).action(async (name: string, options: ChangeOptions) => {
    const done = await ask({ command: 'registry.rollback', name, ...doneBy(options) });
    const line = done.promoted
      ? `${name} is back at ${done.to}; before, pages got ${done.from}.`
      : `The canary ${done.from} of ${name} ended; everybody gets ${done.to}. To go back further: the same command again`;
    finish(line, done);
  });

  program
    .command('history')
    .argument('[remote]', 'only this one', nonEmptyText)
    .option('--limit <n>', 'at most so many', wholeNumberFrom(1, 1_000), 50)
    .description('switches, pins, canaries and promotions, newest first: who, when, why and by what way')
    .action(async (name: string | undefined, { limit }: { limit: number }) => {
      const history = await ask({ command: 'registry.history', name, limit });
      const rows = history.map(({ at, by, way, name: of, change, why }) => ({
        at: minute(at),
        by,
        way,
        remote: of,
        change,
        why,
      }));
      finish(rows.length === 0 ? 'Nothing was changed yet.' : table(rows), history);
    });
}
