import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const rulesSchema = v.object({
  groups: v.array(
    v.object({
      rules: v.array(
        v.object({
          alert: v.string(),
          expr: v.string(),
          labels: v.object({ severity: v.picklist(['critical', 'warning']) }),
          annotations: v.object({ summary: v.string(), runbook: v.string() }),
        }),
      ),
    }),
  ),
});
export type AlertRule = v.InferOutput<typeof rulesSchema>['groups'][number]['rules'][number];

/** Of deploy/prometheus/alerts.yml. */
export const alertRules = (): AlertRule[] =>
  v.parse(rulesSchema, parse(read('deploy/prometheus/alerts.yml'))).groups.flatMap(({ rules }) => rules);

/** Of the headings of docs/runbook.md, as GitHub makes them. */
export const runbookAnchors = (): string[] =>
  read('docs/runbook.md')
    .split('\n')
    .filter((line) => line.startsWith('#'))
    .map((line) => line.replace(/^#+ /, '').toLowerCase().replaceAll(' ', '-'));

/** The lines of the code blocks of docs/runbook.md. */
export function runbookCommands(): string[] {
  let inBlock = false;
  return read('docs/runbook.md')
    .split('\n')
    .filter((line) => {
      if (!line.startsWith('```')) return inBlock;
      inBlock = !inBlock;
      return false;
    });
}
