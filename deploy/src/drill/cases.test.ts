import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cases } from './cases.ts';

it('names alerts that there are', () => {
  const rules = readFileSync(join(import.meta.dirname, '../../prometheus/alerts.yml'), 'utf8');
  const alerts = new Set([...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name));
  expect(cases.flatMap((each) => each.alerts.filter((alert) => !alerts.has(alert)))).toEqual([]);
});
