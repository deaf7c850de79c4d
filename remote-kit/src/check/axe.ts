import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeViolation } from './observation.ts';

/** WCAG 2.2, levels A and AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] as const;

/** The check has a stricter one. */
const OWN_RULES = { 'target-size': { enabled: false } } as const;

const MOST_ELEMENTS = 3;

type AxeResult = {
  violations: { id: string; help: string; nodes: { target: unknown[]; failureSummary?: string }[] }[];
};

let source: string | undefined;
const readSource = () => readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The script comes in by the debugger, which the page's policy doesn't concern. */
export async function runAxe(run: <Result>(code: string) => Promise<Result | undefined>): Promise<AxeViolation[]> {
  source ??= readSource();
  await run(`${source}; undefined`);
  const options = { resultTypes: ['violations'], runOnly: { type: 'tag', values: TAGS }, rules: OWN_RULES };
  const result = await run<AxeResult>(`axe.run(document, ${JSON.stringify(options)})`);
  return (result?.violations ?? []).map(({ id, help, nodes }) => ({
    id,
    help,
    elements: nodes
      .slice(0, MOST_ELEMENTS)
      .map(({ target, failureSummary = '' }) => `${target.join(' ')}: ${oneLine(failureSummary)}`),
  }));
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 200);
