import type { Browser, Page } from '@playwright/test';
import * as v from 'valibot';
import { openUntil, slowLineAndProcessor, withColdPage } from './cold-page.ts';
import { activityRoutes, hostRoutes } from './measured-routes.ts';
import { median } from './percentile.ts';

const RUNS = 5;
/** A page without long tasks for this time is idle. */
const REST_MS = 2_000;
/** Longer tasks delay touches. */
const SHORT_TASK_MS = 50;

/**
 * Medians in ms. `blocking`: Lighthouse's "total blocking time"; `longest`: the longest task of the visit. `shift`: the
 * greatest layout shift score of any run.
 */
type Blocking = { route: string; blocking: number; longest: number; shift: number };

export async function measureBlocking(browser: Browser, origin: string): Promise<Blocking[]> {
  const results: Blocking[] = [];
  for (const { route, button } of [...activityRoutes, ...hostRoutes]) {
    const visits: Omit<Blocking, 'route'>[] = [];
    for (let run = 0; run < RUNS; run += 1) visits.push(await watchVisit(browser, origin + route, button));
    results.push({
      route,
      blocking: median(visits.map(({ blocking }) => blocking)),
      longest: median(visits.map(({ longest }) => longest)),
      shift: Math.max(...visits.map(({ shift }) => shift)),
    });
  }
  return results;
}

function watchVisit(browser: Browser, url: string, button: string): Promise<Omit<Blocking, 'route'>> {
  return withColdPage(browser, async (page, session) => {
    await slowLineAndProcessor(session);
    await page.addInitScript({ content: watch });
    await openUntil(page, url, button);
    return judge(await atRest(page));
  });
}

const task = v.object({ start: v.number(), end: v.number() });
const visitSchema = v.object({ painted: v.number(), shift: v.number(), tasks: v.array(task), quietFor: v.number() });
type Visit = v.InferOutput<typeof visitSchema>;

function judge({ painted, shift, tasks }: Visit): Omit<Blocking, 'route'> {
  const after = tasks.map(({ start, end }) => end - Math.max(start, painted));
  return {
    blocking: after.reduce((sum, duration) => sum + Math.max(0, duration - SHORT_TASK_MS), 0),
    longest: Math.max(0, ...tasks.map(({ start, end }) => end - start)),
    shift,
  };
}

async function atRest(page: Page): Promise<Visit> {
  for (;;) {
    const visit = v.parse(visitSchema, await page.evaluate('window.benchVisit()'));
    if (visit.quietFor >= REST_MS) return visit;
    await page.waitForTimeout(REST_MS - visit.quietFor + 1);
  }
}

const watch = `{
  const visit = { painted: Infinity, shift: 0, tasks: [] };
  const began = performance.now();
  const observe = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('longtask', ({ startTime, duration }) => visit.tasks.push({ start: startTime, end: startTime + duration }));
  observe('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') visit.painted = startTime; });
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) visit.shift += value; });
  window.benchVisit = () => ({ ...visit, quietFor: performance.now() - (visit.tasks.at(-1)?.end ?? began) });
}`;
