import { type Health, VIEWS_KEPT_DAYS } from '@fridge/server/health/health-protocol';
import type { Command } from 'commander';
import { nonEmptyText, table, type Tool, wholeNumberFrom } from './tool.ts';

const MOST_HOURS = VIEWS_KEPT_DAYS * 24;

export function addHealthCommand(program: Command, { ask, finish }: Tool): void {
  program
    .command('health')
    .argument('<remote>', 'its name', nonEmptyText)
    .option('--hours <n>', `of the last so many hours, at most ${MOST_HOURS}`, wholeNumberFrom(1, MOST_HOURS), 24)
    .description('what became of each release of a remote on pages: visitors, opens, failures, and how fast it was')
    .action(async (name: string, { hours }: { hours: number }) => {
      const health = await ask({ command: 'health.show', name, hours });
      finish(describe(health), health);
    });
}

type ReleaseHealth = Health['releases'][number];

function describe({ name, hours, truncated, releases }: Health): string {
  const last = hours === 1 ? 'the last hour' : `the last ${hours} hours`;
  const seen = releases.reduce((sum, { views }) => sum + views, 0);
  const scope = truncated ? `the newest ${seen} page views of ${last}` : last;
  if (releases.length === 0) return `${name} has no release that pages get, and none was seen in ${last}.`;
  const rows = releases.map((release) => ({
    release: release.version,
    pages: pagesOf(release),
    visitors: release.visitors,
    opens: release.opens,
    failed: release.failed,
    rate: release.views === 0 ? '-' : `${((100 * release.failed) / release.views).toFixed(1)} %`,
    'load p50/p75/p95 ms':
      release.load === null ? '-' : `${release.load.p50} / ${release.load.p75} / ${release.load.p95}`,
    'LCP ms': release.lcp ?? '-',
    'INP ms': release.inp ?? '-',
    CLS: release.cls ?? '-',
  }));
  const failures = releases.flatMap(({ version, failures: of }) =>
    of.map(({ phase, reason, views }) => ({ release: version, phase, reason, views })),
  );
  const lines = [`${name} on pages, ${scope}:`, table(rows)];
  if (seen === 0) lines.push('No page has shown it.');
  if (failures.length > 0) lines.push('', 'Failures, by the first of each page view:', table(failures));
  return lines.join('\n');
}

const pagesOf = ({ state, percent }: ReleaseHealth): string =>
  state === 'canary' ? `canary ${percent} %` : state === 'stable' ? 'get it' : 'got it';
