import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import * as v from 'valibot';
import type { AnswerTo } from '../ask-server.ts';
import { parseJson, textOf } from '@fridge/server/text';
import { type ChangeOptions, changeOptions, doneBy, nonEmptyText, type Tool } from './tool.ts';

type Options = ChangeOptions & { dryRun?: boolean; move?: boolean; promote?: boolean };

const versionSchema = v.object({ version: v.string() });
const isAddress = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text);

/** `ops publish`: the server fetches a release as a page does, and registers it. */
export function addPublishCommand(program: Command, { ask, finish }: Tool): void {
  changeOptions(program.command('publish'))
    .argument('<release>', 'address of a release, or the folder of its build', nonEmptyText)
    .argument('[address]', 'where the build in the folder is served', nonEmptyText)
    .option('--dry-run', 'checks everything and writes nothing')
    .option('--move', 'lets a remote, or a release, that is published from another address move here')
    .option('--promote', 'gives it to pages also when it was published before')
    .option('--no-promote', 'registers it and gives pages the release that they have')
    .usage(
      '<address of a release | folder address> [--dry-run] [--move] [--promote | --no-promote] [--as <name>] [--why <text>]',
    )
    .description('fetches a release the way a page does, checks all of it, and registers it')
    .action(async (release: string, served: string | undefined, options: Options, command: Command) => {
      const { dryRun = false, move = false, promote = null } = options;
      const folder = isAddress(release) ? null : release;
      const address = folder === null ? release : served;
      if (folder === null && served !== undefined) command.error('error: a release at an address needs no second one');
      if (address === undefined || !isAddress(address)) {
        return command.error(`error: a folder needs the address that serves it: ${exampleFor(release)}`);
      }
      const expected = folder === null ? undefined : await describedIn(folder);
      const fields = { address, expected, dryRun, move, promote, ...doneBy(options) };
      const published = await ask({ command: 'registry.publish', ...fields });
      finish(describe(published, dryRun), { ...published, dryRun });
    });
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
    ...(published.inForce === version ? [] : [whyNotInForce(published)]),
  ].join('\n');
}

function whyNotInForce({ name, contract, promoted, inForce, pinned }: AnswerTo<'registry.publish'>): string {
  const pages = inForce === null ? 'Pages get no release' : `Pages get ${inForce}`;
  if (pinned) return `${pages}: the remote is pinned and stays. To let it move: npm run ops -- pin ${name} none`;
  if (promoted) return `${pages} until a host speaks contract ${contract}.`;
  return `${pages}. To give them this one: the same command with --promote`;
}

async function describedIn(folder: string): Promise<string> {
  const built = await readFile(join(folder, 'release.json'), 'utf8').catch(() => null);
  if (built !== null) return built;
  throw new Error(`The release at ${folder} was not published: it has no release.json. Build the remote first.`);
}

/** Origins of remotes serve each release below its version. */
function exampleFor(folder: string): string {
  const release = v.safeParse(versionSchema, parseJson(textOf(join(folder, 'release.json'))));
  return `npm run ops -- publish ${folder} https://draw.example/${release.success ? release.output.version : '1.4.0'}/`;
}
