import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Product } from '../product/run-product.ts';

const FILE = 'clock-ahead-ms';
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Runs in the server's process before its own code: its clocks go by as many milliseconds more as the file beside its
 * operator socket says, from the moment it says so. Other processes of the product have no such socket.
 */
const preload = `
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
const { OPERATOR_SOCKET } = process.env;
if (OPERATOR_SOCKET) {
  const now = Date.now;
  Date.now = () => {
    try { return now() + Number(readFileSync(join(dirname(OPERATOR_SOCKET), '${FILE}'), 'utf8')); } catch { return now(); }
  };
}`;

/** The environment of a product whose server's time the story can move. */
export const movableClock = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` };

/** Lets days pass on the server, while its pages stay open. */
export function letDaysPass(product: Pick<Product, 'stateDir'>, days: number): Promise<void> {
  return writeFile(join(product.stateDir, FILE), String(days * DAY_MS));
}
