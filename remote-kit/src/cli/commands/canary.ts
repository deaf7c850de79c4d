import { releaseVersionSchema } from '@fridge/shared-contracts/page';
import { table } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { canaryLine, growthOptions, nextLines, percentText, shareOf } from '../canary-share.ts';
import { CommandFailed } from '../command-failed.ts';
import { defineCommand } from '../command.ts';
import { apiOptions, openTeam, type TeamAnswer, type TeamRequest } from '../team-request.ts';

const versionOrEnd = v.union([v.literal('end'), releaseVersionSchema], 'end, or a version such as 1.4.0');

type Answer = TeamAnswer<'canary'>;
type Change = TeamRequest<'canary'>['body']['change'];

export const canary = defineCommand({
  summary: 'gives a version to a part of the users, or tells how it does there',
  details: [
    'Without a word: which canary runs, how many get it, how it does beside the version that all others get, and what was changed last, also by the server itself, which takes a canary back that fails.',
    'VERSION PERCENT starts one with a version that is published already, or changes how many get the one that runs: whoever has it keeps it as it grows. A remote has one canary at a time. A user gets it from the second page on, and one who refuses cookies never does.',
    'end: all users get what the others have. A canary also ends when its version is promoted, and by a rollback.',
  ],
  options: {
    version: { operand: '[VERSION|end]', schema: versionOrEnd, summary: 'the version, or the word that ends a canary' },
    percent: { operand: '[PERCENT]', schema: percentText, summary: 'how many of the users get it' },
    ...growthOptions,
    ...apiOptions,
  },
  async run(context) {
    const { options } = context;
    const change = changeOf(options);
    const { ask, name } = await openTeam(context, options);
    const answer = await ask({
      action: 'canary',
      what: whatOf(name, change),
      body: { name, change, why: options.why },
    });
    return { lines: change === null ? stateLines(answer) : changeLines(answer), data: answer };
  },
});

type Wanted = { version: string | undefined; percent: number | undefined } & Parameters<typeof shareOf>[1];

/** @returns `null`: nothing is to be changed. @throws CommandFailed (2) */
function changeOf({ version, percent, ...growth }: Wanted): Change {
  if (version !== undefined && version !== 'end') {
    if (percent !== undefined) return { kind: 'start', release: version, ...shareOf(percent, growth) };
    throw new CommandFailed(
      2,
      `PERCENT is missing: npx remote-kit canary ${version} 10 gives it to 10 % of the users.`,
    );
  }
  if (percent !== undefined || growth.grow !== undefined || growth.every !== undefined)
    throw new CommandFailed(2, 'PERCENT, --grow and --every need VERSION: npx remote-kit canary 1.4.0 10');
  return version === undefined ? null : { kind: 'end' };
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
  const lines = [
    now === null ? `No canary of ${name} runs: all users get ${stable ?? 'no release'}.` : canaryLine(now, stable),
  ];
  const last = history.find(({ change }) => /\bcanary\b/.test(change));
  if (now === null && last?.by === 'roll-back') lines.push(`The server took the last one back: ${last.why}`);
  if (outcomes.length > 0) {
    const rows = outcomes.map(({ version, visitors, opens, failed }) => ({
      version,
      visitors,
      'failed for': failed,
      opened: opens,
    }));
    lines.push(table(rows), 'Why, and how fast it was: npx remote-kit health');
  }
  if (history.length > 0) {
    const rows = history.map(({ at, change, by, why }) => ({ at: timeText(at), change, by, why }));
    lines.push('Last changes:', table(rows));
  }
  return now === null ? lines : [...lines, ...nextLines(now)];
}

const timeText = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
