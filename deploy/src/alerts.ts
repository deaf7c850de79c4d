import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const readLines = (path: string) => readFileSync(join(root, path), 'utf8').split('\n');

export type AlertRule = { alert: string; expr: string; severity: string; summary: string; runbook: string };

/** Of deploy/prometheus/alerts.yml, which promtool reads as YAML. */
export function alertRules(): AlertRule[] {
  const text = readLines('deploy/prometheus/alerts.yml').join('\n');
  return text
    .split(/^ +- alert: /m)
    .slice(1)
    .map((rule) => {
      const part = (pattern: RegExp) => pattern.exec(rule)?.[1] ?? '';
      return {
        alert: part(/^(\w+)/),
        expr: part(/expr: ([^]*?)\n +(?:for|labels):/),
        severity: part(/severity: (\w+)/),
        summary: part(/summary: (['"].*['"])/).slice(1, -1),
        runbook: part(/runbook: (\S+)/),
      };
    });
}

/** Of the headings of docs/runbook.md, as GitHub makes them. */
export function runbookAnchors(): string[] {
  return readLines('docs/runbook.md')
    .filter((line) => line.startsWith('#'))
    .map((line) => line.replace(/^#+ /, '').toLowerCase().replaceAll(' ', '-'));
}

/** The lines of the code blocks of docs/runbook.md. */
export function runbookCommands(): string[] {
  let inBlock = false;
  return readLines('docs/runbook.md').filter((line) => {
    if (!line.startsWith('```')) return inBlock;
    inBlock = !inBlock;
    return false;
  });
}
