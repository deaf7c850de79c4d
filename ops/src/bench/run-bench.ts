import { measureUploads } from '@fridge/server/measure-uploads';
import { chromium } from '@playwright/test';
import { buildAll } from '../build-all.ts';
import { openBenchProduct } from './bench-product.ts';
import { reportBlocking, reportOpening } from './cold-open.ts';
import { findBrowser } from './find-browser.ts';
import { reportFrames } from './frame-times.ts';
import { reportLaterFiles, reportSizes } from './sizes.ts';

/** Server memory above idle, MB. */
const MEMORY_GOAL = 600;

export async function runBench(print: (line: string) => void): Promise<void> {
  await buildAll((text) => print(`  ${text}`));
  await reportSizes(print);
  await reportLaterFiles(print);
  const product = await openBenchProduct();
  try {
    const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
    try {
      await reportOpening(browser, product, print);
      await reportBlocking(browser, product.federated, print);
      await reportFrames(browser, print);
    } finally {
      await browser.close();
    }
  } finally {
    await product.close();
  }
  await reportUploads(print); // last: throws when an upload is lost
}

/** Sends fifty uploads at once to a real server. @throws when any is lost */
async function reportUploads(print: (line: string) => void): Promise<void> {
  const { sent, megabytes, seconds, idle, peak } = await measureUploads();
  print(`\n${sent} uploads of ${megabytes.toFixed(1)} MB, 12 megapixels each, at once: all kept in ${seconds.toFixed(1)} s`);
  print(`  server's memory: settled at ${idle.toFixed(0)} MB, peak ${peak.toFixed(0)} MB, ${(peak - idle).toFixed(0)} MB more (goal: under ${MEMORY_GOAL})`);
}
