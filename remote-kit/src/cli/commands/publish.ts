import type { CanaryShare } from '@fridge/shared-contracts/team';
import { CANARY_SINCE, canaryLine, growthOptions, nextLines, readShare } from '../canary-share.ts';
import { CommandFailed } from '../command-failed.ts';
import { defineCommand } from '../command.ts';
import { sizeText } from '../progress.ts';
import { readPublishable } from '../publishable-release.ts';
import { apiOptions, openTeam, type TeamAnswer, tooOld } from '../team-request.ts';

type Published = TeamAnswer<'publish'>;

export const publish = defineCommand({
  summary: 'publishes what was built; users get a new version at once unless told otherwise',
  details: [
    'Takes dist/ as it is. Where `origin` of remote-kit.json is null the files are uploaded; else they have to be served below <origin>/<version>/ before.',
    'The server fetches every file as a page would, parses it and checks the release, and answers with every reason at once. To publish the same build again changes nothing, so a lost answer does no harm.',
  ],
  options: {
    'dry-run': { summary: 'checks everything and changes nothing' },
    promote: { summary: 'users get it even if it was published before' },
    'no-promote': { summary: 'users keep the release that they get now' },
    canary: { value: 'PERCENT', summary: 'so many of the users get it; the others keep what they get now' },
    ...growthOptions,
    url: { value: 'URL', summary: 'where the files are served, in place of <origin>/<version>/' },
    ...apiOptions,
  },
  async run(context) {
    const { options } = context;
    const share = shareOf(options);
    const { ask, release: declared, settings } = await openTeam(context, options);
    const { release, text, files } = await readPublishable(context.folder, declared);
    const { name, version } = release;
    const baseUrl = addressOf(options.url, settings.origin, version);
    const dryRun = options['dry-run'];
    const answer = await ask({
      action: 'publish',
      what: `publish ${name} ${version}`,
      body: {
        release: text,
        baseUrl,
        promote: options.promote ? true : options['no-promote'] || share !== null ? false : null,
        canary: share,
        dryRun,
        why: options.why ?? '',
      },
      ...(baseUrl === null && { files }),
      ...(share !== null && { since: CANARY_SINCE }),
    });
    const outcome = outcomeLine(answer, dryRun);
    if (share !== null && answer.canary === null)
      throw new CommandFailed(1, [tooOld(settings.api, CANARY_SINCE), `${outcome} No user gets it.`]);
    return { lines: [outcome, ...usersLines(answer, dryRun)], data: { ...answer, dryRun } };
  },
});

type Choice = { promote: boolean; 'no-promote': boolean; canary: string | undefined } & Parameters<typeof readShare>[2];

/** @returns `null`: it doesn't become a canary. @throws CommandFailed (2) */
function shareOf(options: Choice): CanaryShare | null {
  const { promote, 'no-promote': keep, canary, grow, every } = options;
  if (canary !== undefined && (promote || keep))
    throw new CommandFailed(2, 'Say one of --promote, --no-promote and --canary: they contradict each other.');
  if (canary !== undefined) return readShare('--canary', canary, options);
  if (grow === undefined && every === undefined) return null;
  throw new CommandFailed(2, '--grow and --every go with --canary, such as --canary 10 --grow 10 --every 30.');
}

/** @returns where the files are served; `null`: they are uploaded */
function addressOf(url: string | undefined, origin: string | null, version: string): string | null {
  if (url === undefined) return origin === null ? null : `${origin}${encodeURIComponent(version)}/`;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new CommandFailed(2, '--url needs an address such as https://picnic.example/1.4.0/');
  return url.endsWith('/') ? url : `${url}/`;
}

function outcomeLine({ name, version, outcome, baseUrl, files, bytes }: Published, dryRun: boolean): string {
  const size = `${files} files, ${sizeText(bytes)}`;
  if (dryRun) return `${name} ${version} can be published (${size}). This was a dry run: nothing was changed.`;
  if (outcome === 'unchanged') return `${name} ${version} was published already, with the same bytes.`;
  if (outcome === 'moved') return `${name} ${version} is now served from ${baseUrl}.`;
  return `${name} ${version} is published: ${size}, served from ${baseUrl}.`;
}

function usersLines({ version, inForce, promoted, pinned, canary }: Published, dryRun: boolean): string[] {
  const users = dryRun ? 'Users would get' : 'Users get';
  if (canary?.release === version) {
    const line = canaryLine(canary, inForce, dryRun ? 'would get' : 'get');
    return dryRun ? [line] : [line, 'How it does: npx remote-kit canary', ...nextLines(canary)];
  }
  if (inForce === version) {
    const back = promoted && !dryRun ? ['If it turns out wrong: npx remote-kit rollback'] : [];
    return [`${users} it${promoted ? ' with the next page that they open' : ' already'}.`, ...back];
  }
  const current = `${users} ${inForce ?? 'no release of it'}`;
  if (pinned) return [`${current}, which operators pinned: only they can change that.`];
  return [`${current}. To give them this one: npx remote-kit promote ${version}`];
}
