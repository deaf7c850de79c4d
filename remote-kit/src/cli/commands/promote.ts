import { randomUUID } from 'node:crypto';
import { teamAnswerSchemas } from '@fridge/shared-contracts/team';
import { CANARY_SINCE, canaryLine } from '../canary-share.ts';
import { defineCommand } from '../command.ts';
import { loadRelease } from '../load-release.ts';
import { apiOptions, connect } from '../team-connection.ts';
import { sendTeamRequest } from '../team-request.ts';

export const promote = defineCommand({
  summary: 'gives all users the canary, or another version that is published already',
  usage: 'promote [VERSION] [--api URL] [--why TEXT]',
  details: ['Without VERSION: the one of the canary that runs. A canary ends as its version is promoted.'],
  operands: ['[VERSION]'],
  options: apiOptions,
  async run(context) {
    const { folder, operands, options, progress } = context;
    const [version = null] = operands;
    const connection = await connect(context, options);
    const { name } = await loadRelease(folder);
    const what = version === null ? `the canary of ${name}` : `${name} ${version}`;
    progress.step(`Promoting ${what} at ${connection.settings.api}`);
    const answer = await sendTeamRequest(
      {
        action: 'promote',
        what: `promote ${what}`,
        body: { name, version, why: options.why ?? '', ...(version === null && { id: randomUUID() }) },
        answer: teamAnswerSchemas.promote,
        ...(version === null && { since: CANARY_SINCE }),
      },
      connection,
    );
    const { from, to, canary, ended } = answer;
    const lines =
      from === to
        ? [`Users get ${name} ${to} already.`]
        : [
            `Users get ${name} ${to} with the next page that they open; before, ${from ?? 'no release of it'}.`,
            ...(from === null ? [] : ['Back to the one before: npx remote-kit rollback']),
          ];
    if (ended !== null) lines.push('Its canary has ended.');
    if (canary !== null) lines.push(`The canary goes on: ${canaryLine(canary, to)}`);
    return { lines, data: answer };
  },
});
