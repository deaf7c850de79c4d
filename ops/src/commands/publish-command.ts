import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import * as v from 'valibot';
import { canaryWords } from '@fridge/server/releases/canary-words';
import { parseJson, textOf } from '@fridge/server/text';
import type { CanaryShare } from '@fridge/shared-contracts/team';
import type { AnswerTo } from '../ask-server.ts';
import { type Growth, growthOptions, stepsOf } from './canary-commands.ts';
import { commandName } from './command-name.ts';
import { type ChangeOptions, changeOptions, doneBy, nonEmptyText, type Tool, wholeNumberFrom } from './tool.ts';

type Options = ChangeOptions & Growth & { dryRun?: boolean; move?: boolean; promote?: boolean; canary?: number };

const versionSchema = v.object({ version: v.string() });
const isAddress = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text);

/** `ops publish`: the server fetches a release as a page does, and registers it. */
export function addPublishCommand(program: Command, { ask, finish }: Tool): void {
  growthOptions(changeOptions(program.command('publish')))
    .argument('<release>', 'address of a release, or the folder of its build', nonEmptyText)
    .argument('[address]', 'where the build in the folder is served', nonEmptyText)
    .option('--dry-run', 'checks everything and writes nothing')
    .option('--move', 'lets a remote, or a release, that is published from another address move here')
    .option('--promote', 'gives it to pages also when it was published before')
    .option('--no-promote', 'registers it and gives pages the release that they have')
    .option('--canary <percent>', 'gives it to a part of the visitors; the others keep what they have', share)
    .usage(
      '<address of a release | folder address> [--dry-run] [--move] [--promote | --no-promote | --canary <percent> [--grow <percent> --every <minutes>]] [--as <name>] [--why <text>]',
    )
    .description('fetches a release the way a page does, checks all of it, and registers it')
    .action(async (release: string, served: string | undefined, options: Options, command: Command) => {
      const { dryRun = false, move = false, promote = null } = options;
      const canary = canaryOf(options, command);
      const folder = isAddress(release) ? null : release;
      const address = folder === null ? release : served;
      if (folder === null && served !== undefined) command.error('error: a release at an address needs no second one');
      if (address === undefined || !isAddress(address)) {
        return command.error(`error: a folder needs the address that serves it: ${exampleFor(release)}`);
      }
      const expected = folder === null ? undefined : await describedIn(folder);
      const fields = { address, expected, dryRun, move, promote, canary, ...doneBy(options) };
      const published = await ask({ command: 'registry.publish', ...fields });
      finish(describe(published, dryRun), { ...published, dryRun });
    });
}

const share = wholeNumberFrom(0, 100);

/** @returns `null`: it doesn't become a canary */
function canaryOf(options: Options, command: Command): CanaryShare | null {
  const { canary: percent, grow, every, promote } = options;
  if (percent === undefined && (grow !== undefined || every !== undefined))
    return command.error('error: --grow and --every go with --canary, such as --canary 10 --grow 10 --every 30');
  if (percent === undefined) return null;
  if (promote !== undefined) return command.error('error: a canary is promoted later: promote');
  return { percent, ...stepsOf(options, command) };
}

function describe(published: AnswerTo<'registry.publish'>, dryRun: boolean): string {
  const { name, version, outcome, files, bytes } = published;
  const done = {
    published: dryRun ? 'would be published' : 'published',
    moved: dryRun ? 'would move here' : 'served from here now',
    unchanged: 'already there',
  }[outcome];
  const checked = `${files} files of ${Math.ceil(bytes / 1024)} KiB fetched as a page does.`;
  return [
    `${name} ${version}: ${done}. ${checked}${dryRun ? ' Nothing was changed.' : ''}`,
    ...(published.inForce === version ? [] : [whyNotInForce(published, dryRun)]),
  ].join('\n');
}

function whyNotInForce(published: AnswerTo<'registry.publish'>, dryRun: boolean): string {
  const { name, version, contract, promoted, inForce, pinned, canary } = published;
  const pages = inForce === null ? 'Pages get no release' : `Pages get ${inForce}`;
  if (canary?.release === version)
    return `${name} ${dryRun ? 'would have' : 'has'} the canary ${canaryWords(canary)}. Everybody else gets ${inForce ?? 'no release'}.`;
  if (pinned) return `${pages}: the remote is pinned and stays. To let it move: ${commandName} pin ${name} none`;
  if (promoted) return `${pages} until a host speaks contract ${contract}.`;
  return `${pages}. To give them this one: ${commandName} promote ${name} ${version}`;
}

async function describedIn(folder: string): Promise<string> {
  const built = await readFile(join(folder, 'release.json'), 'utf8').catch(() => null);
  if (built !== null) return built;
  throw new Error(`The release at ${folder} was not published: it has no release.json. Build the remote first.`);
}

/** Origins of remotes serve each release below its version. */
function exampleFor(folder: string): string {
  const release = v.safeParse(versionSchema, parseJson(textOf(join(folder, 'release.json'))));
  return `${commandName} publish ${folder} https://draw.example/${release.success ? release.output.version : '1.4.0'}/`;
}
