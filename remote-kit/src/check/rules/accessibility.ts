import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fault, type VisitRule } from '../rule.ts';

/** WCAG 2.2, levels A and AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] as const;

const options = JSON.stringify({
  resultTypes: ['violations'],
  runOnly: { type: 'tag', values: TAGS },
  rules: { 'target-size': { enabled: false } }, // `targets` is stricter
});

const MOST_ELEMENTS = 3;

type AxeResult = {
  violations: { id: string; help: string; nodes: { target: unknown[]; failureSummary?: string }[] }[];
};

let source: string | undefined;

/** What axe finds. Its script comes in by the debugger, which the page's policy doesn't concern. */
export const accessibility: VisitRule = async ({ page }) => {
  source ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.run(`${source}; undefined`);
  const result = await page.run<AxeResult>(`axe.run(document, ${options})`);
  return (result?.violations ?? []).map(({ id, help, nodes }) => {
    const elements = nodes
      .slice(0, MOST_ELEMENTS)
      .map(({ target, failureSummary = '' }) => `${target.join(' ')}: ${oneLine(failureSummary)}`);
    const todo = `See https://dequeuniversity.com/rules/axe/4.11/${id}`;
    return fault('accessibility', `axe, ${id}: ${help}. ${elements.join('; ')}`, todo);
  });
};

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 200);
