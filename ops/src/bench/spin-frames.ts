import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Browser, Frame, Page } from '@playwright/test';
import { freeHostPort } from '../product/check-ports.ts';
import { originOf } from '../product/ports.ts';
import { startProduct } from '../product/start-product.ts';
import { median, percentile } from './percentile.ts';

export type FrameTimes = { median: number; p95: number; frames: number };

const CPU_SLOWDOWN = 4;
const WATCHED_MS = 2_800;

/** Script for the page: the gaps between its frames. Text, since a compiled function may lean on helpers the page lacks. */
const WATCH_FRAMES = `new Promise((resolve) => {
  const gaps = [];
  const start = performance.now();
  let last = start;
  requestAnimationFrame(function step(now) {
    gaps.push(now - last);
    last = now;
    if (now - start < ${WATCHED_MS}) requestAnimationFrame(step);
    else resolve(gaps.slice(1));
  });
})`;

/** Frame times of the wheel's page in the stand-in app: while it spins, and at rest as the baseline. Milliseconds. */
export async function measureSpin(browser: Browser): Promise<{ spinning: FrameTimes; resting: FrameTimes }> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const product = await startProduct({
    env: { ...process.env, PORT: String(await freeHostPort()), STATE_DIR: folder },
    print: () => undefined,
  });
  try {
    const households: unknown = await fetch(`${originOf(product.ports.server)}/demo/households`, { method: 'POST' }).then((answer) => answer.json());
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await page.goto(`${originOf(product.ports.companionApp)}/?user=${firstUser(households)}&open=/draw`);
    const frame = await frameOf(page, originOf(product.ports.host));
    const button = frame.getByRole('button', { name: '立即抽奖' });
    await button.waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const resting = await frameTimes(frame);
    await button.click();
    const spinning = await frameTimes(frame);
    return { spinning, resting };
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function frameOf(page: Page, origin: string): Promise<Frame> {
  for (let tries = 0; tries < 100; tries += 1) {
    const frame = page.frames().find((candidate) => candidate.url().startsWith(origin));
    if (frame) return frame;
    await page.waitForTimeout(100);
  }
  throw new Error('The stand-in app did not open the host.');
}

async function frameTimes(frame: Frame): Promise<FrameTimes> {
  const times = v.parse(v.array(v.number()), await frame.evaluate(WATCH_FRAMES));
  return { median: median(times), p95: percentile(times, 0.95), frames: times.length };
}

function firstUser(answer: unknown): string {
  const { data } = v.parse(v.object({ data: v.array(v.object({ userId: v.string() })) }), answer);
  const [first] = data;
  if (!first) throw new Error('The demonstration has no household.');
  return first.userId;
}
