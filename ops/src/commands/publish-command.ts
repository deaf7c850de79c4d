import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import * as v from 'valibot';
import { originOf, planPorts } from '../product/ports.ts';
import { type Publication, publishRelease } from '../registry/publish-release.ts';
import { DESCRIPTION_BYTES } from '../registry/read-release.ts';
import { describeLeftOut } from '../registry/registry-file.ts';
import { ReleaseRefusedError } from '../registry/release-refused.ts';
import { type ReleaseSource, servedSource } from '../registry/release-source.ts';
import { settingsAtHand } from '../settings/settings-at-hand.ts';
import { stateFolder } from '../workspace.ts';
import { someText, webOrigin } from './argument-values.ts';
import type { Tool } from './tool.ts';

type Options = { dryRun?: boolean; move?: boolean; host?: string };

const versionSchema = v.object({ version: v.string() });
const isAddress = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text);

/** `ops publish`: what a page would get from an address, checked and put into the registry. */
export function addPublishCommand(program: Command, { env, finish }: Tool): void {
  const state = stateFolder(env);
  program
    .command('publish')
    .argument('<release>', 'address of a release, or the folder of its build', someText)
    .argument('[address]', 'where the build in the folder is served', someText)
    .option('--dry-run', 'checks everything and writes nothing')
    .option('--move', 'lets a remote that is published from another origin move here')
    .option('--host <origin>', 'origin of the host whose pages load it; that of PORT on this machine', webOrigin)
    .usage('<address of a release | folder address> [--dry-run] [--move] [--host <origin>]')
    .description('fetches a release the way a page does, checks all of it, and puts it into the registry')
    .action(async (release: string, served: string | undefined, { dryRun = false, move = false, host = originOf(planPorts(env['PORT']).host) }: Options, command: Command) => {
      const folder = isAddress(release) ? null : release;
      const address = folder === null ? release : served;
      if (folder === null && served !== undefined) command.error('error: a release at an address needs no second one');
      if (address === undefined || !isAddress(address)) return command.error(`error: a folder needs the address that serves it: ${await example(release)}`);
      const source = servedSource(address, host);
      if (folder !== null) await requireSame(folder, source);
      const { settings } = await settingsAtHand(state, env);
      const { origin } = new URL(source.baseUrl);
      const publication = await publishRelease(source, { registryPath: state.registry, settings, dryRun, mayReplace: (standing) => move || new URL(standing).origin === origin });
      finish({ ok: true, text: describe(publication, dryRun), data: dataOf(publication, dryRun) });
    });
}

function describe({ release, outcome, files, bytes, leftOut }: Publication, dryRun: boolean): string {
  const told = {
    published: dryRun ? 'would be published' : 'published',
    unchanged: 'already there',
    pinned: 'checked, but the remote is pinned and stays',
  }[outcome];
  const checked = `${files} files of ${Math.ceil(bytes / 1024)} KiB fetched as a page does`;
  return [`${release.name} ${release.version}: ${told}. ${checked}.${dryRun ? ' Nothing was changed.' : ''}`, ...describeLeftOut(leftOut)].join('\n');
}

function dataOf({ release, outcome, files, bytes, leftOut }: Publication, dryRun: boolean): unknown {
  return { name: release.name, version: release.version, outcome, files, bytes, dryRun, leftOut };
}

/** @throws ReleaseRefusedError when another build is served than the one in the folder */
async function requireSame(folder: string, source: ReleaseSource): Promise<void> {
  const built = await readFile(join(folder, 'release.json')).catch(() => null);
  if (built === null) throw new ReleaseRefusedError(folder, 'it has no release.json. Build the remote first.');
  const served = await source.read('release.json', 'description', DESCRIPTION_BYTES).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  if (typeof served === 'string') throw new ReleaseRefusedError(source.baseUrl, `release.json can't be read (${served}). Upload the whole folder first.`);
  if (!built.equals(served)) throw new ReleaseRefusedError(source.baseUrl, `it isn't the build in ${folder}. Upload the whole folder first.`);
}

/** A line that works: the remotes' origins serve each release below its version. */
async function example(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'release.json'), 'utf8').catch(() => '');
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), versionSchema), text);
  return `npm run ops -- publish ${folder} https://draw.example/${parsed.success ? parsed.output.version : '1.4.0'}/`;
}
