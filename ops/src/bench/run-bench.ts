import { chromium } from '@playwright/test';
import { findBrowser } from '../../../e2e/browser/find-browser.ts';
import { buildAll } from '../build/build-all.ts';
import { stateFolder } from '../workspace.ts';
import { measureColdOpen } from './cold-open.ts';
import { measureSizes } from './sizes.ts';
import { measureSpin } from './spin-frames.ts';

/** Everything the product reports of its speed, in one run. */
export async function runBench(print: (line: string) => void): Promise<void> {
  await buildAll(stateFolder().buildStamps, (done, total, folder) => print(`  ${done}/${total} built ${folder}`));
  print('\nJavaScript and CSS that a cold visit needs, gzip KB');
  for (const { route, host, remote, styles, total } of await measureSizes()) {
    print(`  ${route.padEnd(12)} host ${host.toFixed(1).padStart(6)}  remote ${remote.toFixed(1).padStart(5)}  JavaScript ${total.toFixed(1).padStart(6)}  CSS ${styles.toFixed(1).padStart(5)}`);
  }
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
  try {
    print('\nCold deep link until the main button stands, 1.6 Mbit/s, 150 ms latency, 4x CPU; median of 5, interleaved');
    for (const { route, federated, monolith } of await measureColdOpen(browser)) {
      print(`  ${route.padEnd(12)} federated ${federated.toFixed(0).padStart(5)} ms  one build ${monolith.toFixed(0).padStart(5)} ms  ratio ${(federated / monolith).toFixed(2)}`);
    }
    print('\nFrames of the page while the wheel turns (3 s), beside the same page at rest, 4x CPU');
    const { spinning, resting } = await measureSpin(browser);
    print(`  spinning  median ${spinning.median.toFixed(1)} ms, 95th percentile ${spinning.p95.toFixed(1)} ms, ${spinning.frames} frames`);
    print(`  at rest   median ${resting.median.toFixed(1)} ms, 95th percentile ${resting.p95.toFixed(1)} ms, ${resting.frames} frames`);
  } finally {
    await browser.close();
  }
}
