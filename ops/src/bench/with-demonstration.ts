import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freeHostPort, type PortPlan } from '../product/ports.ts';
import { startProduct } from '../product/start-product.ts';

/** Runs the product as `npm start` does, on a state of its own, for as long as `measure` runs. */
export async function withDemonstration<Result>(measure: (ports: PortPlan) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const env = { ...process.env, PORT: String(await freeHostPort()), STATE_DIR: folder };
  const product = await startProduct({ env, print: () => undefined });
  try {
    return await measure(product.ports);
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
