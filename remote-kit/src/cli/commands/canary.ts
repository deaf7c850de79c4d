import { releaseVersionSchema } from '@fridge/shared-contracts/page';
import { table, teamAnswerSchemas } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { CANARY_SINCE, canaryLine, growthOptions, nextLines, readShare } from '../canary-share.ts';
import { CommandFailed } from '../command-failed.ts';
import { defineCommand } from '../command.ts';
import { loadRelease } from '../load-release.ts';
import { nearestName } from '../nearest-name.ts';
import { apiOptions, connect } from '../team-connection.ts';
import { sendTeamRequest, type TeamRequest } from '../team-request.ts';

type Answer = v.InferOutput<typeof teamAnswerSchemas.canary>;
type Change = TeamRequest<'canary', Answer>['body']['change'];

export const canary = defineCommand({
  summary: 'gives a version to a part of the users, or tells how it does there',
  usage: 'canary [VERSION PERCENT [--grow PERCENT --every MINUTES] | end] [--api URL] [--why TEXT]',
  details: [
    'Without a word: which canary runs, how many get it, how it does beside the version that all others get, and what was changed last, also by the server itself, which takes a canary back that fails.',
    'VERSION PERCENT starts one with a version that is published already, or changes how many get the one that runs: whoever has it keeps it as it grows. A remote has one canary at a time. A user gets it from the second page on, and one who refuses cookies never does.',
    'end: all users get what the others have. A canary also ends when its version is promoted, and by a rollback.',
  ],
  operands: ['[VERSION | end]', '[PERCENT]'],
  options: { ...growthOptions, ...apiOptions },
  async run(context) {
    const { folder, operands, options, progress } = context;
    const change = changeOf(operands, options);
    const connection = await connect(context, options);
    const { name } = await loadRelease(folder);
    const { api } = connection.settings;
    progress.step(
      change === null ? `Asking ${api} for the canary of ${name}` : `Changing the canary of ${name} at ${api}`,
    );
    const answer = await sendTeamRequest(
      {
        action: 'canary',
        what: whatOf(name, change),
        body: { name, change, why: options.why ?? '' },
        answer: teamAnswerSchemas.canary,
        since: CANARY_SINCE,
      },
      connection,
    );
    return { lines: change === null ? stateLines(answer) : changeLines(answer), data: answer };
  },
});

type Given = { grow: string | undefined; every: string | undefined };

/** @returns `null`: nothing is to be changed. @throws CommandFailed (2) */
function changeOf([word, percent]: readonly string[], growth: Given): Change {
  const isGrowing = growth.grow !== undefined || growth.every !== undefined;
  if (word === undefined || word === 'end') {
    if (percent !== undefined) throw new CommandFailed(2, 'end stands alone: npx remote-kit canary end');
    if (isGrowing) throw new CommandFailed(2, '--grow and --every need VERSION and PERCENT.');
    return word === undefined ? null : { kind: 'end' };
  }
  if (!v.is(releaseVersionSchema, word)) throw new CommandFailed(2, noVersion(word));
  if (percent === undefined)
    throw new CommandFailed(2, `PERCENT is missing: npx remote-kit canary ${word} 10 gives it to 10 % of the users.`);
  return { kind: 'start', release: word, ...readShare('PERCENT', percent, growth) };
}

function noVersion(word: string): string {
  const meant = nearestName(word, ['end']);
  const hint = meant === undefined ? 'It is one such as 1.4.0, as publish printed it.' : `Did you mean "${meant}"?`;
  return `"${word}" is no version. ${hint}`;
}

function whatOf(name: string, change: Change): string {
  if (change === null) return `tell of the canary of ${name}`;
  return change.kind === 'end' ? `end the canary of ${name}` : `make ${name} ${change.release} the canary`;
}

function changeLines({ name, stable, canary: now, before }: Answer): string[] {
  const users = `All users get ${stable ?? `no release of ${name}`}`;
  if (now === null && before === null) return [`${users}: no canary runs.`];
  if (now === null)
    return [
      `The canary ${before?.release} has ended. ${users} with the next page that they open.`,
      `To begin again: npx remote-kit canary ${before?.release} ${before?.percent}`,
    ];
  const unchanged = JSON.stringify(now) === JSON.stringify(before) ? ' That was so already.' : '';
  return [`${canaryLine(now, stable)}${unchanged}`, 'How it does: npx remote-kit canary', ...nextLines(now)];
}

function stateLines({ name, stable, canary: now, outcomes, history }: Answer): string[] {
  const last = history.find(({ change }) => /\bcanary\b/.test(change));
  const ended = now === null && last?.by === 'roll-back' ? [`The server took the last one back: ${last.why}`] : [];
  const state =
    now === null ? `No canary of ${name} runs: all users get ${stable ?? 'no release'}.` : canaryLine(now, stable);
  return [
    state,
    ...ended,
    ...(outcomes.length === 0
      ? []
      : [
          table(
            outcomes.map(({ version, visitors, opens, failed }) => ({
              version,
              visitors,
              'failed for': failed,
              opened: opens,
            })),
          ),
          'Why, and how fast it was: npx remote-kit health',
        ]),
    ...(history.length === 0
      ? []
      : ['Last changes:', table(history.map(({ at, change, by, why }) => ({ at: timeText(at), change, by, why })))]),
    ...(now === null ? [] : nextLines(now)),
  ];
}

const timeText = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
