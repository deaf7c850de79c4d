import { readdir, readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { measureUploads } from '@fridge/server/measure-uploads';
import { releaseSchema } from '@fridge/shared-contracts/team';
import { chromium } from '@playwright/test';
import * as v from 'valibot';
import { buildAll } from '../build-all.ts';
import { inRepository, presentRemotes } from '../workspace.ts';
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
 * have
 * nginx in front, and the number of runs; `lighthouse`, paths and the number of runs. Default: everything without nginx
 * and Lighthouse
 */
export async function runBench(print: (line: string) => void, [part, ...words]: readonly string[] = []): Promise<void> {
  if (part === 'throughput') return reportThroughput(print, words);
  const runs = Number(words.find((word) => /^\d+$/.test(word)) ?? RUNS);
  await buildAll((text) => print(`  ${text}`));
  if (part === 'lighthouse') return reportLighthouse(runs, words.filter(isPath), print);
  const isWhole = part === undefined;
  if (isWhole) await reportSizes(print);
  if (isWhole) await reportLaterFiles(print);
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

const deflate = promisify(gzip);

const COMPRESSED = /\.(br|gz)$/;

/** KB are 1000 bytes, gzip level 9. */
async function reportSizes(print: (line: string) => void): Promise<void> {
  print('\nJavaScript and CSS that a cold visit needs, gzip KB');
  const hostDist = inRepository('host/dist');
  const html = await readFile(`${hostDist}/index.html`, 'utf8');
  const linked = new Set(
    [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file),
  );
  const hostFiles = (ending: string) =>
    sizeOf(
      hostDist,
      [...linked].filter((file) => file.endsWith(ending)),
    );
  const [host, hostStyles] = [await hostFiles('.js'), await hostFiles('.css')];
  for (const { dist, release } of await builtRemotes()) {
    const styles =
      hostStyles +
      (await sizeOf(
        dist,
        release.styles.map(({ file }) => file),
      ));
    for (const { path, scripts } of release.routes) {
      const remote = await sizeOf(dist, scripts);
      print(
        `  ${path.padEnd(12)} host ${kilobytes(host, 6)}  remote ${kilobytes(remote, 5)}  ` +
          `JavaScript ${kilobytes(host + remote, 6)}  CSS ${kilobytes(styles, 5)}`,
      );
    }
  }
}

async function reportLaterFiles(print: (line: string) => void): Promise<void> {
  print('\nWhat comes when it is used and not with a route, KB (scripts gzip)');
  for (const { name, dist, release } of await builtRemotes()) {
    const atOnce = new Set([
      ...release.routes.flatMap(({ scripts }) => scripts),
      ...release.styles.map(({ file }) => file),
    ]);
    const all = (await readdir(`${dist}/assets`)).map((file) => `assets/${file}`);
    const later = all.filter((file) => !atOnce.has(file) && !COMPRESSED.test(file));
    const weighed = await Promise.all(
      later.map(async (file) => {
        const kind = kindOf(file);
        const size = kind === 'script' ? await sizeOf(dist, [file]) : (await stat(`${dist}/${file}`)).size / 1000;
        return { file: withoutHash(file), kind, size };
      }),
    );
    for (const { file, kind, size } of weighed.toSorted((a, b) => b.size - a.size)) {
      print(`  ${name.padEnd(12)} ${kind.padEnd(8)} ${kilobytes(size, 6)}  ${file}`);
    }
  }
}

function builtRemotes() {
  return Promise.all(
    presentRemotes().map(async ({ name, folder }) => {
      const dist = inRepository(folder, 'dist');
      return {
        name,
        dist,
        release: v.parse(releaseSchema, JSON.parse(await readFile(`${dist}/release.json`, 'utf8'))),
      };
    }),
  );
}

async function sizeOf(folder: string, files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async (file) => (await deflate(await readFile(`${folder}/${file}`), { level: 9 })).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

const kilobytes = (size: number, width: number): string => size.toFixed(1).padStart(width);

function kindOf(file: string): 'script' | 'music' | 'picture' | 'other' {
  if (file.endsWith('.js')) return 'script';
  if (/\.(wav|mp3|ogg|m4a)$/.test(file)) return 'music';
  return /\.(svg|png|jpe?g|webp|avif)$/.test(file) ? 'picture' : 'other';
}

/** `assets/story-Ab12Cd34.js` is `story.js`. */
const withoutHash = (file: string): string => file.replace(/^assets\//, '').replace(/-[\w-]{8}(?=\.\w+$)/, '');
