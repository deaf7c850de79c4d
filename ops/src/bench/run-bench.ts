import { measureUploads } from '@fridge/server/testing/measure-uploads';
import { chromium } from '@playwright/test';
import { buildAll } from '../build-all.ts';
import { openBenchProduct } from './bench-product.ts';
import { type BenchRoute, isPath, routesOf } from './bench-routes.ts';
import { findBrowser } from './find-browser.ts';
import { reportFrames } from './frame-times.ts';
import { reportLighthouse } from './lighthouse.ts';
import {
  type Measured,
  reportChanges,
  reportOpening,
  reportPages,
  reportScripts,
  reportTaps,
} from './report-opening.ts';
import { reportThroughput } from './throughput/report-throughput.ts';

/** Server memory above idle, MB. */
const MEMORY_GOAL = 600;

/** Of each visit, unless a word gives another number. */
const RUNS = 7;

const openings: Readonly<Record<string, (measured: Measured, routes: readonly BenchRoute[]) => Promise<void>>> = {
  opening: reportOpening,
  taps: reportTaps,
  scripts: reportScripts,
  changes: reportChanges,
};

/**
 * @param only one part, and of it rows: `throughput` and numbers of processes; one of `openings`, paths, `nginx` to
 * have nginx in front, and the number of runs; `lighthouse`, paths and the number of runs. Default: everything without
 * nginx and Lighthouse
 */
export async function runBench(print: (line: string) => void, [part, ...words]: readonly string[] = []): Promise<void> {
  if (part === 'throughput') return reportThroughput(print, words);
  const runs = Number(words.find((word) => /^\d+$/.test(word)) ?? RUNS);
  await buildAll((text) => print(`  ${text}`));
  if (part === 'lighthouse') return reportLighthouse(runs, words.filter(isPath), print);
  const isWhole = part === undefined;
  const product = await openBenchProduct({ behindNginx: words.includes('nginx') });
  try {
    const browser = await chromium.launch({
      executablePath: findBrowser(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...product.browserArguments],
    });
    try {
      if (isWhole) await reportPages(product.federated, print);
      for (const [name, report] of Object.entries(openings))
        if (isWhole || name === part) await report({ browser, product, runs, print }, routesOf(words));
      if (isWhole) await reportFrames(browser, print);
    } finally {
      await browser.close();
    }
  } finally {
    await product.close();
  }
  if (!isWhole) return;
  await reportThroughput(print);
  await reportUploads(print); // last: throws when an upload is lost
}

/** Sends fifty uploads at once to a real server. @throws when any is lost */
async function reportUploads(print: (line: string) => void): Promise<void> {
  const { sent, megabytes, seconds, idle, peak } = await measureUploads();
  print(
    `\n${sent} uploads of ${megabytes.toFixed(1)} MB, 12 megapixels each, at once: all kept in ${seconds.toFixed(1)} s`,
  );
  print(
    `  server's memory: settled at ${idle.toFixed(0)} MB, peak ${peak.toFixed(0)} MB, ${(peak - idle).toFixed(0)} MB more (goal: under ${MEMORY_GOAL})`,
  );
}
