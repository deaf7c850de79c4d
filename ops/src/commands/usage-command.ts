import { RETENTION_DAYS, type Usage } from '@fridge/server/tracking/tracking-protocol';
import type { Command } from 'commander';
import { table, type Tool, wholeNumberFrom } from './tool.ts';

export function addUsageCommand(program: Command, { ask, finish }: Tool): void {
  program
    .command('usage')
    .option('--days <n>', `of the last so many days, at most ${RETENTION_DAYS}`, wholeNumberFrom(1, RETENTION_DAYS), 7)
    .description('page views, opens and failures of each remote and release, and how long opening took')
    .action(async ({ days }: { days: number }) => {
      const usage = await ask({ command: 'usage.read', days });
      finish(describe(usage), usage);
    });
}

function describe({ days, events, truncated, pages, releases }: Usage): string {
  const last = days === 1 ? 'the last day' : `the last ${days} days`;
  const scope = truncated ? `the newest ${events} events of ${last}` : last;
  const visits = `${pages} page views in ${scope}: each load of the page that sent an event counts as one.`;
  if (releases.length === 0) return `${visits}\nNo activity was opened.`;
  const rows = releases.map(({ remote, version, opens, failed, failureRate, crashed, phases }) => {
    const { total } = phases;
    return {
      remote,
      release: version,
      opens,
      failed,
      rate: failureRate === null ? '-' : `${(failureRate * 100).toFixed(1)} %`,
      crashed,
      'opening p50/p90/p99 ms': total === undefined ? '-' : `${total.p50} / ${total.p90} / ${total.p99}`,
    };
  });
  return `${visits}\n${table(rows)}`;
}
