import { compress } from '@fridge/server/host-origin/content';
import { measureUploads } from '@fridge/server/testing/measure-uploads';
import { chromium } from '@playwright/test';
import { buildAll } from '../build-all.ts';
import { openBenchProduct } from './bench-product.ts';
import { isPath } from './bench-routes.ts';
import { findBrowser } from '@fridge/remote-kit/check/find-browser';
import { reportFrames } from './frame-times.ts';
import { reportLighthouse } from './lighthouse.ts';
import { measures, reportMeasure } from './measures.ts';
import { reportThroughput } from './throughput/report-throughput.ts';

/** Server memory above idle, MB. */
const MEMORY_GOAL = 600;

/** Of each visit, unless a word gives another number. */
const RUNS = 7;

type Print = (line: string) => void;

/**
 * @param only one part, and of it rows: `throughput` and numbers of processes; one of `measures`, paths, `nginx` to
 * have nginx in front, and the number of runs; `lighthouse`, paths and the number of runs. Default: everything without
 * nginx and Lighthouse
 */
export async function runBench(print: Print, [part, ...words]: readonly string[] = []): Promise<void> {
  if (part === 'throughput') return reportThroughput(print, words);
  const runs = Number(words.find((word) => /^\d+$/.test(word)) ?? RUNS);
  const paths = words.filter(isPath);
  await buildAll((text) => print(`  ${text}`));
  if (part === 'lighthouse') return reportLighthouse(runs, paths, print);
  const isWhole = part === undefined;
  const product = await openBenchProduct({ behindNginx: words.includes('nginx') });
  try {
    const browser = await chromium.launch({
      executablePath: findBrowser(process.env),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...product.browserArguments],
    });
    try {
      if (isWhole) await reportPages(product.federated, print);
      for (const [name, measure] of Object.entries(measures))
        if (isWhole || name === part) await reportMeasure(measure, { browser, product, runs, paths }, print);
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

/** As it is served, of the home, with all preload links, and of the route with the largest map. */
async function reportPages(origin: string, print: Print): Promise<void> {
  print('\nThe page, settings, registry and markup in it, KB (goal: 14 with headers)');
  for (const path of ['/', '/works']) {
    const answer = await fetch(origin + path);
    const html = await answer.text();
    const headers = [...answer.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
    const sizes = await Promise.all((['br', 'gzip'] as const).map((encoding) => compress(html, encoding)));
    const [br, gzip] = sizes.map(({ length }) => ((length + headers) / 1000).toFixed(1));
    print(`  ${path.padEnd(12)} br ${br}, gzip ${gzip}, of them headers ${(headers / 1000).toFixed(1)}`);
  }
}

/** Sends fifty uploads at once to a real server. @throws when any is lost */
async function reportUploads(print: Print): Promise<void> {
  const { sent, megabytes, seconds, idle, peak } = await measureUploads();
  print(`\n${sent} uploads of ${megabytes.toFixed(1)} MB at once: all kept in ${seconds.toFixed(1)} s`);
  print(
    `  server's memory: settled at ${idle.toFixed(0)} MB, ${(peak - idle).toFixed(0)} MB more at most (goal: under ${MEMORY_GOAL})`,
  );
}
