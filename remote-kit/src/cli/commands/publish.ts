import { sizeText } from '@fridge/shared-contracts/team';
import { canaryLine, growthOptions, nextLines, percentText, shareOf } from '../canary-share.ts';
import { CommandFailed } from '../command-failed.ts';
import { defineCommand } from '../command.ts';
import { dropRoutesOption, folderAddress } from '../option-schemas.ts';
import { readPublishable } from '../publishable-release.ts';
import { apiOptions, openTeam, type TeamAnswer } from '../team-request.ts';

type Published = TeamAnswer<'publish'>;

export const publish = defineCommand({
  summary: 'publishes what was built; users get a new version at once unless told otherwise',
  details: [
    'Takes dist/ as it is. Where `origin` of remote-kit.json is null the files are uploaded; else they have to be served below <origin>/<version>/ before.',
    'The server fetches every file as a page would, parses it and checks the release, and answers with every reason at once. To publish the same build again changes nothing, so a lost answer does no harm.',
    'A canary is for a version that no user got before: an unchanged build leaves what runs, and of a first release, beside which there is nothing, all users get it.',
  ],
  options: {
    'dry-run': { summary: 'checks everything and changes nothing' },
    promote: { summary: 'users get it even if it was published before' },
    'no-promote': { summary: 'users keep the release that they get now' },
    canary: {
      value: 'PERCENT',
      schema: percentText,
      conflicts: 'promote',
      summary: 'so many of the users get it; the others keep what they get now',
    },
    'replace-canary': { summary: 'ends the canary of another version by it' },
    ...growthOptions,
    ...dropRoutesOption,
    url: {
      value: 'URL',
      schema: folderAddress,
      summary: 'where the files are served, in place of <origin>/<version>/',
    },
    ...apiOptions,
  },
  async run(context) {
    const { promote, 'no-promote': keep, 'dry-run': dryRun, canary, grow, every, url, why } = context.options;
    const { 'replace-canary': replaceCanary, 'drop-routes': dropRoutes } = context.options;
    if (canary === undefined && ((grow ?? every) !== undefined || replaceCanary))
      throw new CommandFailed(
        2,
        '--grow, --every and --replace-canary go with --canary, such as --canary 10 --grow 10 --every 30.',
      );
    const share = canary === undefined ? null : shareOf(canary, { grow, every });
    const { ask, release: declared, settings } = await openTeam(context, context.options);
    const { release, text, files } = await readPublishable(context.folder, declared);
    const { name, version } = release;
    const served = settings.origin === null ? null : `${settings.origin}${encodeURIComponent(version)}/`;
    const baseUrl = url ?? served;
    const maps = new Map([...files].filter(([file]) => release.maps.some((map) => map.file === file)));
    const answer = await ask({
      action: 'publish',
      what: `publish ${name} ${version}`,
      body: {
        release: text,
        baseUrl,
        promote: promote ? true : keep || share !== null ? false : null,
        canary: share,
        replaceCanary,
        dropRoutes,
        dryRun,
        why,
      },
      files: baseUrl === null ? files : maps.size > 0 ? maps : undefined,
    });
    return {
      lines: [
        outcomeLine(answer, dryRun),
        ...(share !== null && answer.promoted ? ['There is nothing beside which it would be a canary.'] : []),
        ...usersLines(answer, dryRun),
      ],
      data: { ...answer, dryRun },
    };
  },
});

function outcomeLine({ name, version, outcome, baseUrl, files, bytes }: Published, dryRun: boolean): string {
  const size = `${files} files, ${sizeText(bytes)}`;
  if (dryRun) return `${name} ${version} can be published (${size}). This was a dry run: nothing was changed.`;
  if (outcome === 'unchanged') return `${name} ${version} was published already, with the same bytes.`;
  if (outcome === 'moved') return `${name} ${version} is now served from ${baseUrl}.`;
  return `${name} ${version} is published: ${size}, served from ${baseUrl}.`;
}

function usersLines({ version, inForce, promoted, pinned, canary, preview }: Published, dryRun: boolean): string[] {
  const users = dryRun ? 'Users would get' : 'Users get';
  if (canary?.release === version) {
    const line = canaryLine(canary, inForce, dryRun ? 'would get' : 'get');
    return dryRun ? [line] : [line, 'How it does: npx remote-kit canary', ...nextLines(canary)];
  }
  if (inForce === version) {
    const back = promoted && !dryRun ? ['If it turns out wrong: npx remote-kit rollback'] : [];
    return [`${users} it${promoted ? ' with the next page that they open' : ' already'}.`, ...back];
  }
  const look = preview === null ? [] : [`To show it to reviewers, for a day: ${preview}`];
  const current = `${users} ${inForce ?? 'no release of it'}`;
  if (pinned) return [`${current}, which operators pinned: only they can change that.`, ...look];
  return [`${current}. To give them this one: npx remote-kit promote ${version}`, ...look];
}
