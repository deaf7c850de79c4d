import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Browser } from '@playwright/test';
import type { BenchProduct } from './bench-product.ts';
import { type BenchRoute, routesOf } from './bench-routes.ts';
import { median } from './frame-times.ts';
import { changeFromHall, tapVisits, visitCold } from './visits.ts';
import type { Tap, Watched } from './watch-page.ts';

/** Longer tasks delay touches. */
const SHORT_TASK_MS = 50;

/** By name; `null`: it didn't happen. */
type Values = Readonly<Record<string, number | null | undefined>>;

type Measure = {
  title: string;
  goals: string;
  /** Default: those that are asked for. */
  paths?: readonly string[];
  /** Default: as many as are asked for. */
  runs?: number;
  /** Only on routes whose main button is tapped. */
  needsTap?: true;
  take(browser: Browser, origin: string, route: BenchRoute & Tap): Promise<Values>;
};

/** The federated product beside one build of the same sources. */
export const measures: Readonly<Record<string, Measure>> = {
  opening: {
    title: 'Cold visits, ms',
    goals: 'first screen and largest paint 0.6; blocking 200 ms, shift 0, of the worst visit',
    async take(browser, origin, { path }) {
      const { firstScreen, largest, shift, painted, tasks } = await visitCold(browser, origin + path);
      const afterPaint = tasks.map(({ start, end }) => end - Math.max(start, painted) - SHORT_TASK_MS);
      return {
        'first screen': firstScreen,
        largest,
        blocking: afterPaint.reduce((sum, duration) => sum + Math.max(0, duration), 0), // Lighthouse's
        'longest task': Math.max(0, ...tasks.map(({ start, end }) => end - start)),
        'worst shift': shift,
      };
    },
  },
  taps: {
    title: 'A tap on the main button once it is painted, cold and in the next visit, ms',
    goals: 'effect 0.8, of a repeated visit 0.8 like its first screen',
    needsTap: true,
    async take(browser, origin, route) {
      const [cold, warm] = await tapVisits(browser, origin + route.path, route, 2);
      return {
        painted: cold?.tapped,
        effect: cold?.effect,
        'repeated: first screen': warm?.firstScreen,
        'repeated: effect': warm?.effect,
      };
    },
  },
  scripts: {
    title: 'JavaScript until the effect of that tap, gzip KB; also of links behind #, which the origin does not see',
    goals: '135 KB, /upload 150',
    runs: 1,
    needsTap: true,
    take: async (browser, origin, route) => ({
      'by path': await kilobytesOf(await tapVisits(browser, origin + route.path, route, 1)),
      'by hash': await kilobytesOf(await tapVisits(browser, `${origin}/#${route.path}`, route, 1)),
    }),
  },
  changes: {
    title: 'From the hall to an activity, ms',
    goals: '0.8',
    paths: ['/', '/draw', '/works', '/yearReport'],
    async take(browser, origin, { path }) {
      const { tapped, firstScreen } = await changeFromHall(browser, origin, path);
      return { 'first screen': (firstScreen ?? Infinity) - (tapped ?? 0) };
    },
  },
};

async function kilobytesOf([tap]: readonly (Watched | null)[]): Promise<number | null> {
  if (!tap) return null;
  const texts = tap.scripts.map(async (script) => (await fetch(script)).text());
  const sizes = [...(await Promise.all(texts)), tap.inlineScripts].map((text) => promisify(gzip)(text, { level: 9 }));
  return (await Promise.all(sizes)).reduce((sum, { length }) => sum + length, 0) / 1000;
}

type Asked = { browser: Browser; product: BenchProduct; runs: number; paths: readonly string[] };
const deliveries = ['monolith', 'federated'] as const;

/** Both deliveries by turns, a line for each route. */
export async function reportMeasure(
  { title, goals, needsTap, take, ...its }: Measure,
  { browser, product, ...asked }: Asked,
  print: (line: string) => void,
): Promise<void> {
  const runs = its.runs ?? asked.runs;
  print(`\n${title}; 1.6 Mbit/s, 150 ms latency, 4x CPU; part of one build, median of ${runs} in turns`);
  print(`  goals: ${goals}`);
  for (const { button, ...route } of routesOf(its.paths ?? asked.paths)) {
    if (needsTap && button === null) continue;
    const taken = { monolith: [] as Values[], federated: [] as Values[] };
    for (let run = 0; run < runs; run += 1)
      for (const delivery of deliveries)
        taken[delivery].push(await take(browser, product[delivery], { ...route, button: button ?? '' }));
    const values = Object.keys(taken.federated[0] ?? {}).map((name) => {
      const [one, other] = [told(name, taken.federated), told(name, taken.monolith)];
      return `${name} ${other === 0 ? '' : (one / other).toFixed(2)} (${shown(one)} of ${shown(other)})`;
    });
    print(`  ${route.path.padEnd(12)} ${values.map((value) => value.padEnd(34)).join(' ')}`);
  }
}

/** The greatest of what is told as the worst, the median of all else. */
function told(name: string, taken: readonly Values[]): number {
  const values = taken.map((each) => each[name] ?? Infinity);
  return name.startsWith('worst') ? Math.max(...values) : median(values);
}

const shown = (value: number): string => (value < 10 ? String(Number(value.toFixed(3))) : value.toFixed(0));
