import { randomUUID } from 'node:crypto';
import { teamAnswerSchemas } from '@fridge/shared-contracts/host';
import { defineCommand } from '../command.ts';
import { loadRelease } from '../load-release.ts';
import { apiOptions, connect } from '../team-connection.ts';
import { sendTeamRequest } from '../team-request.ts';

export const rollback = defineCommand({
  summary: 'gives users the version that they had before',
  usage: 'rollback [--api URL] [--why TEXT]',
  details: ['It holds until the next promotion.'],
  options: apiOptions,
  async run(context) {
    const { folder, options, progress } = context;
    const connection = await connect(context, options);
    const { name } = await loadRelease(folder);
    progress.step(`Rolling back ${name} at ${connection.settings.api}`);
    const answer = await sendTeamRequest(
      {
        action: 'rollback',
        what: `roll back ${name}`,
        body: { name, why: options.why ?? '', id: randomUUID() },
        answer: teamAnswerSchemas.rollback,
      },
      connection,
    );
    const { from, to } = answer;
    return {
      lines: [
        `Users get ${name} ${to} again, with the next page that they open; before, ${from}.`,
        `Forward again: npx remote-kit promote ${from}`,
      ],
      data: answer,
    };
  },
});
