import { createServer } from 'node:net';

/** Offsets from the host's port at which the product listens (ops/src/ports.ts). */
const OFFSETS = [0, 1, 2, 3, 4, 10, 20];

/** @returns a host port whose whole set is free, away from the product's own */
export async function freeHostPort(): Promise<number> {
  for (let tries = 0; tries < 200; tries += 1) {
    const base = 20_000 + Math.floor(Math.random() * 400) * 100;
    const free = await Promise.all(OFFSETS.map((offset) => isFree(base + offset)));
    if (free.every(Boolean)) return base;
  }
  throw new Error('No free set of ports was found.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
