import { table } from '@fridge/shared-contracts/team';
import { defineCommand } from '../command.ts';
import { apiOptions, openTeam, type TeamAnswer } from '../team-request.ts';

export const releases = defineCommand({
  summary: 'lists what was published: which users get which version, since when and why',
  details: [
    'The last one that was given to all comes first. A version is named as it stands there, or by its number alone (1.1.0) where one build has it.',
  ],
  options: { api: apiOptions.api },
  async run(context) {
    const { ask, name } = await openTeam(context, context.options);
    const answer = await ask({ action: 'releases', what: `list the releases of ${name}`, body: { name } });
    const rows = answer.releases.map((release) => ({
      version: release.version,
      users: usersOf(release),
      'published (+08:00)': release.at.slice(0, 16).replace('T', ' '),
      by: release.by,
      why: release.why,
    }));
    return { lines: [table(rows)], data: answer };
  },
});

function usersOf({ isInForce, percent, removedAt }: TeamAnswer<'releases'>['releases'][number]): string {
  if (percent !== null) return `canary, ${percent} %`;
  if (isInForce) return 'all, but for those of a canary';
  return removedAt === null ? '-' : 'removed';
}
