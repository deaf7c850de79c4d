import { MOST_STEP_MINUTES } from '@fridge/shared-contracts/team';
import { canaryWords } from '@fridge/server/releases/canary-words';
import type { Canary } from '@fridge/server/registry/registry-document';
import type { Command } from 'commander';
import type { AnswerTo } from '../ask-server.ts';
import { commandName } from './command-name.ts';
import { type ChangeOptions, changeOptions, doneBy, nonEmptyText, type Tool, wholeNumberFrom } from './tool.ts';

export type Growth = { grow?: number; every?: number };
type Options = ChangeOptions & Growth;

/** `ops canary` and `ops promote`. */
export function addCanaryCommands(program: Command, { ask, finish }: Tool): void {
  growthOptions(changeOptions(program.command('canary')))
    .argument('<remote>', 'its name', nonEmptyText)
    .argument('<version|end>', 'a release that was published, or end', nonEmptyText)
    .argument('[percent]', 'of the visitors who get it', wholeNumberFrom(0, 100))
    .usage('<remote> <version percent | end> [--grow <percent> --every <minutes>] [--as <name>] [--why <text>]')
    .description('gives a part of the visitors another release, changes how many get it, or takes it back')
    .action(async (name: string, version: string, percent: number | undefined, options: Options, command: Command) => {
      const { grow, every } = options;
      if (version === 'end') {
        if (percent !== undefined || grow !== undefined || every !== undefined)
          command.error(`error: the end of a canary has no percentage: canary ${name} end`);
        const { ended, ...changed } = await ask({ command: 'registry.endCanary', name, ...doneBy(options) });
        const which = ended === null ? '' : `, ${canaryWords(ended)}`;
        const line = `The canary of ${name} ended${which}. ${everybodyGets(changed)}`;
        return finish([line, ...problemLines(changed)].join('\n'), { ...changed, ended });
      }
      if (percent === undefined) return command.error(`error: say for how many percent: canary ${name} ${version} 10`);
      const canary = { release: version, percent, ...stepsOf(options, command) };
      const changed = await ask({ command: 'registry.canary', name, canary, ...doneBy(options) });
      const line = `${name} has the canary ${canaryWords(canary)}. ${everybodyGets(changed, ' else')}`;
      const health = `How it does: ${commandName} health ${name}`;
      return finish([line, ...problemLines(changed), health].join('\n'), changed);
    });

  changeOptions(program.command('promote'))
    .argument('<remote>', 'its name', nonEmptyText)
    .argument('[version]', 'a release that was published; without it that of the canary', nonEmptyText)
    .description('gives pages a release that was published before, such as that of the canary, which then ends')
    .action(async (name: string, release: string | undefined, options: ChangeOptions) => {
      const done = await ask({ command: 'registry.promote', name, release, ...doneBy(options) });
      finish(promotedLines(done).join('\n'), done);
    });
}

const minutes = wholeNumberFrom(1, MOST_STEP_MINUTES);

/** Of every command that starts a canary. */
export const growthOptions = (command: Command): Command =>
  command
    .option('--grow <percent>', 'gives it to so many percent more', wholeNumberFrom(1, 100))
    .option(
      '--every <minutes>',
      'each so many minutes while its visitors show that it is no worse; promoted once all have it',
      minutes,
    );

export function stepsOf({ grow, every }: Growth, command: Command): Pick<Canary, 'steps'> {
  if ((grow === undefined) !== (every === undefined))
    return command.error('error: --grow and --every belong together, such as --grow 10 --every 30');
  return grow === undefined || every === undefined ? {} : { steps: { percent: grow, minutes: every } };
}

const everybodyGets = ({ version }: AnswerTo<'registry.canary'>, else_ = ''): string =>
  version === null ? `Nobody${else_} gets a release.` : `Everybody${else_} gets ${version}.`;

function promotedLines(done: AnswerTo<'registry.promote'>): string[] {
  const { name, version, contract, from, promoted, inForce, pinned, ended } = done;
  const pages = inForce === null ? 'Pages get no release' : `Pages get ${inForce}`;
  const first = promoted ? `${name} ${version} is promoted.` : `${name} ${version} was promoted already.`;
  const before = from === null || from === inForce ? '' : `; before, they got ${from}`;
  const waits = ` until a host speaks contract ${contract}.`;
  const stays = `: the remote is pinned and stays. To let it move: ${commandName} pin ${name} none`;
  return [
    `${first} ${pages}${inForce === version ? `${before}.` : pinned ? stays : waits}`,
    ...(ended === null ? [] : [`Its canary is over, ${canaryWords(ended)}.`]),
  ];
}

/** What pages don't get, and why. */
export const problemLines = ({ problems, gaveWay }: Pick<AnswerTo<'registry.switch'>, 'problems' | 'gaveWay'>) => [
  ...problems.map((problem) => `! pages can't open it: ${problem}`),
  ...gaveWay.map((problem) => `! without effect: ${problem}`),
];
