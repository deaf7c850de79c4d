import type { Outage } from './attempts.ts';
import type { CaseResult } from './run-case.ts';
import type { UsersAnswers } from './users-protocol.ts';

/** As promised to users (docs/runbook.md). */
const WORKS_AGAIN_WITHIN_MS = 30_000;

const HEADINGS = [
  'case',
  'calls away, s',
  'uploads away, s',
  'after mending, s',
  'acknowledged',
  'lost',
  'doubled',
  'over',
  'calls were told',
  'a page opened meanwhile reads',
  'log',
  'alert if it lasts',
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
    cut(result.pages.meanwhile),
    Object.entries(result.events)
      .map(([event, count]) => `\`${event}\` ${count}`)
      .join(', '),
    result.alerts.map((alert) => `\`${alert}\``).join(', '),
  ]);
  return [HEADINGS, HEADINGS.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** What of a case wasn't as promised, in a sentence each. */
export function brokenIn(result: CaseResult): readonly string[] {
  const { name, pages, failure, mending } = result;
  const late = {
    'calls after the failure': failure.calls,
    'calls after mending': mending.calls,
    'uploads after mending': mending.uploads,
  };
  return [
    ...(failure.calls.succeededSince === 0 ? ['no call succeeded after the failure'] : []),
    ...(pages.meanwhile === '' ? ['the page was empty'] : []),
    ...Object.entries(late).flatMap(([which, { unavailableMs }]) =>
      unavailableMs > WORKS_AGAIN_WITHIN_MS ? [`${which} failed for ${unavailableMs / 1_000} s`] : [],
    ),
    ...brokenForUsers(result),
  ].map((sentence) => `${name}: ${sentence}`);
}

/** What users were told and isn't so, or weren't told, in a sentence each. */
export function brokenForUsers({
  unanswered,
  odd,
  lost,
  doubled,
  over,
}: UsersAnswers['stop'] & Omit<UsersAnswers['verify'], 'acknowledged'>): readonly string[] {
  return [
    ...(unanswered > 0 ? [`${unanswered} users got no answer at all`] : []),
    ...odd.map((answer) => `a user got ${answer}`),
    ...lost.map((what) => `lost: ${what}`),
    ...doubled.map((what) => `doubled: ${what}`),
    ...over.map((what) => `over: ${what}`),
  ];
}

/** Of a page's text; its end tells what happened. */
const PAGE_LETTERS = 60;

const cut = (text: string) => (text.length > PAGE_LETTERS ? `… ${text.slice(-PAGE_LETTERS)}` : text);

const seconds = (...outages: readonly Outage[]) =>
  (Math.max(...outages.map(({ unavailableMs }) => unavailableMs)) / 1_000).toFixed(1);

function told({ failure, mending }: CaseResult): string {
  const counts: Record<string, number> = {};
  for (const { told: words } of [failure.calls, failure.uploads, mending.calls, mending.uploads])
    for (const [word, count] of Object.entries(words)) counts[word] = (counts[word] ?? 0) + count;
  const parts = Object.entries(counts).map(([word, count]) => `${word} (${count})`);
  return parts.length === 0 ? 'nothing' : parts.join('; ');
}
