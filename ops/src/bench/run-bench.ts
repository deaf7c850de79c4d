import { measureUploads } from '@fridge/server/measure-uploads';
import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '../browser/find-browser.ts';
import { buildAll } from '../build/build-all.ts';
import { buildStamps } from '../workspace.ts';
import { type BenchProduct, openBenchProduct } from './bench-product.ts';
import { measureBlocking } from './blocking.ts';
import { measureColdOpen } from './cold-open.ts';
import type { FrameTimes } from './frame-times.ts';
import { measureSizes, transferSize } from './sizes.ts';
import { measureSlides } from './slide-frames.ts';
import { measureSpin } from './spin-frames.ts';
import { measureLaterFiles } from './weights.ts';

export async function runBench(print: (line: string) => void): Promise<void> {
  await buildAll(buildStamps, (done, total, folder) => print(`  ${done}/${total} built ${folder}`));
  print('\nJavaScript and CSS that a cold visit needs, gzip KB');
  for (const { route, host, remote, styles, total } of await measureSizes()) {
    print(`  ${route.padEnd(12)} host ${host.toFixed(1).padStart(6)}  remote ${remote.toFixed(1).padStart(5)}  JavaScript ${total.toFixed(1).padStart(6)}  CSS ${styles.toFixed(1).padStart(5)}`);
  }
  await reportLaterFiles(print);
  const product = await openBenchProduct();
  try {
    const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
    try {
      await reportOpening(browser, product, print);
      await reportBlocking(browser, product, print);
      await reportFrames(browser, print);
    } finally {
      await browser.close();
    }
  } finally {
    await product.close();
  }
  await reportUploads(print); // last: throws when an upload is lost
}

async function reportOpening(browser: Browser, product: BenchProduct, print: (line: string) => void): Promise<void> {
  const [br, gzip] = await Promise.all([transferSize(`${product.federated}/`, 'br'), transferSize(`${product.federated}/`, 'gzip')]);
  print(`\nThe page, settings and registry in it: br ${br.toFixed(1)} KB, gzip ${gzip.toFixed(1)} KB`);
  print('\nCold deep link until the main button stands, 1.6 Mbit/s, 150 ms latency, 4x CPU; median of 5, interleaved');
  for (const { route, federated, monolith, rounds } of await measureColdOpen(browser, product)) {
    print(`  ${route.padEnd(12)} federated ${opened(federated, rounds.federated)}  one build ${opened(monolith, rounds.monolith)}  ratio ${(federated / monolith).toFixed(2)}`);
  }
}

async function reportBlocking(browser: Browser, product: BenchProduct, print: (line: string) => void): Promise<void> {
  print('\nBlocking and shift of a cold open, the same line and processor (goal: at most 200 ms, 0); median of 5, greatest shift of them');
  for (const { route, blocking, longest, shift } of await measureBlocking(browser, product.federated)) {
    print(`  ${route.padEnd(12)} blocking ${blocking.toFixed(0).padStart(4)} ms  longest task ${longest.toFixed(0).padStart(4)} ms  shift ${shift.toFixed(3)}`);
  }
}

const opened = (time: number, trips: number): string => `${time.toFixed(0).padStart(5)} ms in ${trips} round trips`;

async function reportLaterFiles(print: (line: string) => void): Promise<void> {
  print('\nWhat comes when it is used and not with a route, KB (scripts gzip)');
  for (const { remote, file, kind, kilobytes } of await measureLaterFiles()) print(`  ${remote.padEnd(12)} ${kind.padEnd(8)} ${kilobytes.toFixed(1).padStart(6)}  ${file}`);
}

/** CPU slowdown factors, and limits of the 95th percentile, ms. */
const FRAME_RUNS = [{ slowdown: 4, goal: 20 }, { slowdown: 6, goal: 34 }] as const;

async function reportFrames(browser: Browser, print: (line: string) => void): Promise<void> {
  for (const { slowdown, goal } of FRAME_RUNS) {
    print(`\nFrames of the page while the wheel turns (3 s), beside the same page at rest, ${slowdown}x CPU`);
    for (const [state, times] of Object.entries(await measureSpin(browser, slowdown))) print(`  ${state.padEnd(9)} ${said(times)}`);
    print(`\nFrames of the report while its slides change, beside the first slide at rest, ${slowdown}x CPU (goal: 95th percentile under ${goal} ms)`);
    const { resting, turning, slowest } = await measureSlides(browser, slowdown);
    print(`  resting   ${said(resting)}`);
    print(`  turning   ${said(turning)}; ${(turning.p95 / resting.p95).toFixed(2)} times the rest's`);
    print(`  slowest   ${said(slowest)}: ${slowest.kind}`);
  }
}

const said = ({ median, p95, frames }: FrameTimes): string => `median ${median.toFixed(1)} ms, 95th percentile ${p95.toFixed(1)} ms, ${frames} frames`;

/** Server memory above idle, MB. */
const MEMORY_GOAL = 600;

/** Sends fifty uploads at once to a real server. @throws when any is lost */
async function reportUploads(print: (line: string) => void): Promise<void> {
  const { sent, megabytes, seconds, idle, peak } = await measureUploads();
  print(`\n${sent} uploads of ${megabytes.toFixed(1)} MB, 12 megapixels each, at once: all kept in ${seconds.toFixed(1)} s`);
  print(`  server's memory: settled at ${idle.toFixed(0)} MB, peak ${peak.toFixed(0)} MB, ${(peak - idle).toFixed(0)} MB more (goal: under ${MEMORY_GOAL})`);
}
