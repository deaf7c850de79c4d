import { createServer } from 'node:net';
import { planPorts, portsOf, type PortPlan } from './ports.ts';

/** Browsers try both for `localhost`. */
const LOOPBACK = ['127.0.0.1', '::1'] as const;

/** @throws with the first taken port, and what to do */
export async function checkPorts(plan: PortPlan): Promise<void> {
  for (const [what, port] of portsOf(plan)) {
    if (await isFree(port)) continue;
    throw new Error(
      `Port ${port} (${what}) is in use. Stop what listens there, or move the whole set: PORT=5170 npm start\n` +
        '(the host takes PORT, the rest follow it).',
    );
  }
}

/** @returns a `PORT` whose ports are all free */
export async function freeHostPort(): Promise<number> {
  for (let tries = 0; tries < 200; tries += 1) {
    const base = 20_000 + Math.floor(Math.random() * 120) * 100; // below the ephemeral ports
    const free = await Promise.all(portsOf(planPorts(String(base))).map(([, port]) => isFree(port)));
    if (free.every(Boolean)) return base;
  }
  throw new Error('No free set of ports was found.');
}

async function isFree(port: number): Promise<boolean> {
  for (const address of LOOPBACK) if (!(await canListen(port, address))) return false;
  return true;
}

/** An address that this machine lacks is free. */
function canListen(port: number, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT'));
    probe.listen(port, address, () => probe.close(() => resolve(true)));
  });
}
