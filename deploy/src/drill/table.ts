import type { Outage } from './attempts.ts';
import type { CaseResult } from './run-case.ts';

/** As promised to users (docs/runbook.md). */
export const WORKS_AGAIN_WITHIN_MS = 30_000;

const HEADINGS = [
  'case',
  'calls away, s',
  'uploads away, s',
  'after mending, s',
  'acknowledged',
  'lost',
  'doubled',
  'over',
  'users were told',
  'log',
] as const;

/** A table in Markdown. */
export function tableOf(results: readonly CaseResult[]): string {
  const rows = results.map((result) => [
    result.name,
    seconds(result.failure.calls),
    seconds(result.failure.uploads),
    seconds(result.mending.calls, result.mending.uploads),
    String(result.acknowledged),
    String(result.lost.length),
    String(result.doubled.length),
    String(result.over.length),
    told(result),
    Object.entries(result.events)
      .map(([event, count]) => `\`${event}\` ${count}`)
      .join(', '),
  ]);
  return [HEADINGS, HEADINGS.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** What of a case wasn't as promised, in a sentence each. */
export function brokenIn(result: CaseResult): readonly string[] {
  const { name, failure, mending, unanswered, odd } = result;
  const late = {
    'calls after the failure': failure.calls,
    'calls after mending': mending.calls,
    'uploads after mending': mending.uploads,
  };
  return [
    ...Object.entries(late).flatMap(([which, { unavailableMs }]) =>
      unavailableMs > WORKS_AGAIN_WITHIN_MS ? [`${which} failed for ${unavailableMs / 1_000} s`] : [],
    ),
    ...(unanswered > 0 ? [`${unanswered} users got no answer at all`] : []),
    ...odd.map((answer) => `a user got ${answer}`),
    ...result.lost.map((what) => `lost: ${what}`),
    ...result.doubled.map((what) => `doubled: ${what}`),
    ...result.over.map((what) => `over: ${what}`),
  ].map((sentence) => `${name}: ${sentence}`);
}

const seconds = (...outages: readonly Outage[]) =>
  (Math.max(...outages.map(({ unavailableMs }) => unavailableMs)) / 1_000).toFixed(1);

function told({ failure, mending }: CaseResult): string {
  const counts: Record<string, number> = {};
  for (const { told: words } of [failure.calls, failure.uploads, mending.calls, mending.uploads])
    for (const [word, count] of Object.entries(words)) counts[word] = (counts[word] ?? 0) + count;
  const parts = Object.entries(counts).map(([word, count]) => `${word} (${count})`);
  return parts.length === 0 ? 'nothing' : parts.join('; ');
}
