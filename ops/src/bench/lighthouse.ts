import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { originOf } from '../product/ports.ts';
import { findBrowser } from '@fridge/remote-kit/check/find-browser';
import { median } from './frame-times.ts';
import { withDemonstration } from './with-demonstration.ts';

/** The last one for Node 20. Fetched when it runs: it weighs 185 MB. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
const MAIN_ROUTES = ['/', '/open', '/draw', '/prize', '/works', '/yearReport'];
const RUN_LIMIT_MS = 120_000;
const ANSWER_LIMIT_BYTES = 64 * 1024 * 1024;

const reportSchema = v.object({
  categories: v.object(v.entriesFromList(CATEGORIES, v.object({ score: v.nullable(v.number()) }))),
  audits: v.record(v.string(), v.object({ title: v.string(), score: v.nullable(v.number()) })),
});

/**
 * Scores for phones, of the running product. @param paths default: the main routes @throws when npm can't fetch
 * Lighthouse
 */
export const reportLighthouse = (
  runs: number,
  paths: readonly string[],
  print: (line: string) => void,
): Promise<void> =>
  withDemonstration(async ({ host }) => {
    print(`\nLighthouse, phone, median of ${runs} (goals: performance 98, others 100)`);
    for (const path of paths.length > 0 ? paths : MAIN_ROUTES) {
      const reports: v.InferOutput<typeof reportSchema>[] = [];
      for (let run = 0; run < runs; run += 1) reports.push(await judge(originOf(host) + path));
      const scores = CATEGORIES.map(
        (name) => `${name} ${Math.round(median(reports.map(({ categories }) => categories[name].score ?? 0)) * 100)}`,
      );
      print(`  ${path.padEnd(12)} ${scores.join('  ')}`);
    }
  });

async function judge(url: string): Promise<v.InferOutput<typeof reportSchema>> {
  const options = [`--only-categories=${CATEGORIES.join(',')}`, '--output=json', '--quiet'];
  const flags = '--chrome-flags=--headless=new --no-sandbox --disable-gpu';
  const { stdout } = await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, url, ...options, flags], {
    env: { ...process.env, CHROME_PATH: findBrowser(process.env) },
    timeout: RUN_LIMIT_MS,
    maxBuffer: ANSWER_LIMIT_BYTES,
  });
  return v.parse(reportSchema, JSON.parse(stdout));
}
