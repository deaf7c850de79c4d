import { teamAnswerSchemas } from '@fridge/shared-contracts/host';
import { defineCommand } from '../command.ts';
import { loadRelease } from '../load-release.ts';
import { apiOptions, connect } from '../team-connection.ts';
import { sendTeamRequest } from '../team-request.ts';

export const promote = defineCommand({
  summary: 'gives users a version that is published already',
  usage: 'promote VERSION [--api URL] [--why TEXT]',
  operands: ['VERSION'],
  options: apiOptions,
  async run(context) {
    const { folder, operands, options, progress } = context;
    const [version = ''] = operands;
    const connection = await connect(context, options);
    const { name } = await loadRelease(folder);
    progress.step(`Promoting ${name} ${version} at ${connection.settings.api}`);
    const answer = await sendTeamRequest(
      {
        action: 'promote',
        what: `promote ${name} ${version}`,
        body: { name, version, why: options.why ?? '' },
        answer: teamAnswerSchemas.promote,
      },
      connection,
    );
    const { from, to } = answer;
    const lines =
      from === to
        ? [`Users get ${name} ${to} already.`]
        : [
            `Users get ${name} ${to} with the next page that they open; before, ${from ?? 'no release of it'}.`,
            ...(from === null ? [] : ['Back to the one before: npx remote-kit rollback']),
          ];
    return { lines, data: answer };
  },
});
