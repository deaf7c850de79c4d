import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Product } from './run-product.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Says by how many milliseconds the product's clocks are ahead, from the moment that it is written. */
export const movedClockFile = ({ stateDir }: Pick<Product, 'stateDir'>): string => join(stateDir, 'clock-ahead-ms');

/** Runs before the program's own code: its clocks follow the file. */
const preload = `
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
const folder = process.env.STATE_DIR;
if (folder) {
  const now = Date.now;
  Date.now = () => {
    try { return now() + Number(readFileSync(join(folder, 'clock-ahead-ms'), 'utf8')); } catch { return now(); }
  };
}`;

/** A product whose clocks stories move. What the server removes in the course of time goes within a second. */
export const movableClock = {
  productName: 'a clock that can be moved',
  productEnv: {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
    UPKEEP_INTERVAL_MS: '1000',
  },
};

/** Lets days pass in the product, counted from its own time, while its pages stay open. */
export function letDaysPass(product: Pick<Product, 'stateDir'>, days: number): Promise<void> {
  return writeFile(movedClockFile(product), String(days * DAY_MS));
}

/** Lets so many milliseconds more pass in the product, while its pages stay open. */
export async function letTimePassBy(product: Pick<Product, 'stateDir'>, ms: number): Promise<void> {
  const ahead = await readFile(movedClockFile(product), 'utf8').then(Number, () => 0);
  await writeFile(movedClockFile(product), String(ahead + ms));
}
