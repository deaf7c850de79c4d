import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Browser, Frame, Page } from '@playwright/test';
import { freeHostPort } from '../product/check-ports.ts';
import { originOf } from '../product/ports.ts';
import { startProduct } from '../product/start-product.ts';

type OpenedPage = { page: Page; frame: Frame };

/** Runs a product, and opens a host path in the stand-in app as the first demo household. */
export async function withDemoPage<Result>(browser: Browser, path: string, measure: (opened: OpenedPage) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const product = await startProduct({
    env: { ...process.env, PORT: String(await freeHostPort()), STATE_DIR: folder },
    print: () => undefined,
  });
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  try {
    const households: unknown = await fetch(`${originOf(product.ports.server)}/demo/households`, { method: 'POST' }).then((answer) => answer.json());
    await page.goto(`${originOf(product.ports.companionApp)}/?user=${firstUser(households)}&open=${path}`);
    return await measure({ page, frame: await frameOf(page, originOf(product.ports.host)) });
  } finally {
    await page.close();
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

function firstUser(answer: unknown): string {
  const { data } = v.parse(v.object({ data: v.array(v.object({ userId: v.string() })) }), answer);
  const [first] = data;
  if (!first) throw new Error('The demonstration has no household.');
  return first.userId;
}
