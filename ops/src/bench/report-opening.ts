import { compress } from '@fridge/server/host-origin/content';
import type { Browser } from '@playwright/test';
import type { BenchProduct } from './bench-product.ts';
import type { BenchRoute } from './bench-routes.ts';
import { changeFromHall, countRounds, scriptsOf, tapCold, tapColdAndWarm, visitCold } from './cold-open.ts';
import { median } from './frame-times.ts';
import type { Watched } from './watch-page.ts';

export type Measured = { browser: Browser; product: BenchProduct; runs: number; print: (line: string) => void };

const deliveries = ['monolith', 'federated'] as const;
type Delivery = (typeof deliveries)[number];
type Of<Value> = Record<Delivery, Value>;

/** Both deliveries by turns. */
async function inTurns<Value>(runs: number, measure: (delivery: Delivery) => Promise<Value>): Promise<Of<Value[]>> {
  const values: Of<Value[]> = { monolith: [], federated: [] };
  for (let run = 0; run < runs; run += 1)
    for (const delivery of deliveries) values[delivery].push(await measure(delivery));
  return values;
}

const medianOf = <Value>(values: readonly Value[], of: (value: Value) => number): number => median(values.map(of));

/** Medians, ms. */
const beside = <Value>({ federated, monolith }: Of<Value[]>, of: (value: Value) => number): string =>
  `${medianOf(federated, of).toFixed(0)} of ${medianOf(monolith, of).toFixed(0)}`.padEnd(12);

/** The federated one as part of the other, too. */
function compared<Value>(values: Of<Value[]>, of: (value: Value) => number): string {
  const part = medianOf(values.federated, of) / medianOf(values.monolith, of);
  return `${part.toFixed(2)} (${beside(values, of).trim()})`.padEnd(20);
}

const LINE = '1.6 Mbit/s, 150 ms latency, 4x CPU';

/** What stands when, federated beside one build. */
export async function reportOpening(measured: Measured, routes: readonly BenchRoute[]): Promise<void> {
  const { browser, product, runs, print } = measured;
  print(`\nCold visits, ${LINE}; part of one build (ms), median of ${runs} in turns`);
  print('  goals: first screen and largest paint 0.6, blocking 200 ms, shift 0 (greatest of all visits)');
  for (const { path } of routes) {
    const visits = await inTurns(runs, (delivery) => visitCold(browser, product[delivery] + path));
    const rounds = await Promise.all(deliveries.map((delivery) => countRounds(browser, product[delivery] + path)));
    const shift = Math.max(...visits.federated.map((visit) => visit.shift));
    print(
      `  ${path.padEnd(12)} first screen ${compared(visits, (visit) => visit.firstScreen)}` +
        ` largest ${compared(visits, (visit) => visit.largest)} blocking ${beside(visits, (visit) => visit.blocking)}` +
        ` longest task ${beside(visits, (visit) => visit.longest)} shift ${shift.toFixed(3)}` +
        ` round trips ${rounds.toReversed().join(' of ')}`,
    );
  }
}

/** The main button, tapped as soon as it is painted, in a cold visit and in the next one. */
export async function reportTaps(measured: Measured, routes: readonly BenchRoute[]): Promise<void> {
  const { browser, product, runs, print } = measured;
  print(`\nA tap on the main button once it is painted, ${LINE}; part of one build (ms), median of ${runs} in turns`);
  print('  goals: effect 0.80, of a repeated visit 0.8 like its first screen');
  for (const route of routes.filter(({ button }) => button !== null)) {
    const taps = await inTurns(runs, (delivery) => tapColdAndWarm(browser, product[delivery] + route.path, route));
    const of = (cache: 'cold' | 'warm', time: 'tapped' | 'effect' | 'firstScreen') =>
      compared(taps, (tap) => tap[cache]?.[time] ?? Infinity);
    print(
      `  ${route.path.padEnd(12)} painted ${of('cold', 'tapped')} effect ${of('cold', 'effect')}` +
        ` repeated: first screen ${of('warm', 'firstScreen')} effect ${of('warm', 'effect')}`,
    );
  }
}

/** Also of links behind `#`, which the origin doesn't see. */
export async function reportScripts(measured: Measured, routes: readonly BenchRoute[]): Promise<void> {
  const { browser, product, print } = measured;
  print('\nJavaScript until the effect of that tap, gzip KB, by path, by hash, in one build (goal: 135, /upload 150)');
  for (const route of routes.filter(({ button }) => button !== null)) {
    const { federated, monolith } = product;
    const addresses = [federated + route.path, `${federated}/#${route.path}`, monolith + route.path];
    const weights: string[] = [];
    for (const address of addresses) weights.push(await kilobytes(await tapCold(browser, address, route)));
    print(`  ${route.path.padEnd(12)} ${weights.join(' ')}`);
  }
}

const kilobytes = async (tap: Watched | null): Promise<string> =>
  (tap === null ? 'no effect' : (await scriptsOf(tap)).toFixed(1)).padStart(9);

/** Within an open page, from the hall to each activity. */
export async function reportChanges({ browser, product, runs, print }: Measured): Promise<void> {
  print(`\nFrom the hall to an activity, ${LINE}; part of one build (ms), median of ${runs} in turns (goal: 0.8)`);
  for (const path of ['/', '/draw', '/works', '/yearReport']) {
    const times = await inTurns(runs, (delivery) => changeFromHall(browser, product[delivery], path));
    print(`  ${path.padEnd(12)} ${compared(times, (time) => time)}`);
  }
}

/** As it is served, of the home, with all preload links, and of the route with the largest map. */
export async function reportPages(origin: string, print: (line: string) => void): Promise<void> {
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
