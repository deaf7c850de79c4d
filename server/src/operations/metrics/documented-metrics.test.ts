import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageFolder } from '../../storage/package-folder.ts';
import { createMetrics } from './metrics.ts';

it('is described in docs/operations.md, each metric with its labels and help', () => {
  const page = readFileSync(join(packageFolder, '..', 'docs', 'operations.md'), 'utf8');
  const documented = page.split('\n').filter((line) => line.startsWith('| `fridge_'));
  expect(documented).toEqual(describeMetrics());
});

/** The rows of the table in docs/operations.md. */
function describeMetrics(): string[] {
  return createMetrics()
    .registry.getMetricsAsArray()
    .map((metric) => {
      const labels: unknown = Reflect.get(metric, 'labelNames');
      const names = Array.isArray(labels) ? labels.map((label) => `\`${String(label)}\``).join(', ') : '';
      return `| \`${metric.name}\` | ${names} | ${metric.help} |`;
    });
}
