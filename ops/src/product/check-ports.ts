import { createServer } from 'node:net';
import { planPorts, portsOf, type PortPlan } from './ports.ts';

export class PortInUseError extends Error {
  constructor(port: number, what: string) {
    super(
      `Port ${port} (${what}) is in use. Stop what listens there, or move the whole set: PORT=5170 npm start\n` +
        `(the host takes PORT, the rest follow it).`,
    );
    this.name = 'PortInUseError';
  }
}

/** Where a browser looks for `localhost`: whoever has one of the two answers in our place. */
const LOOPBACK = ['127.0.0.1', '::1'] as const;

/** Makes sure that every port of the plan is free. @throws PortInUseError naming the first that isn't */
export async function checkPorts(plan: PortPlan): Promise<void> {
  for (const [what, port] of portsOf(plan)) if (!(await isFree(port))) throw new PortInUseError(port, what);
}

/** @returns a host port for `PORT` whose whole set is free, away from the product's own */
export async function freeHostPort(): Promise<number> {
  for (let tries = 0; tries < 200; tries += 1) {
    const base = 20_000 + Math.floor(Math.random() * 120) * 100; // below those that systems hand out for connections
    const free = await Promise.all(portsOf(planPorts(String(base))).map(([, port]) => isFree(port)));
    if (free.every(Boolean)) return base;
  }
  throw new Error('No free set of ports was found.');
}

async function isFree(port: number): Promise<boolean> {
  for (const address of LOOPBACK) if (!(await canListen(port, address))) return false;
  return true;
}

/** An address that this machine doesn't have is nobody's. */
function canListen(port: number, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT'));
    probe.listen(port, address, () => probe.close(() => resolve(true)));
  });
}
