import { createServer } from 'node:net';
import type { PortPlan } from '../ports.ts';

export class PortInUseError extends Error {
  constructor(port: number, what: string) {
    super(
      `Port ${port} (${what}) is in use. Stop what listens there, or move the whole set: PORT=5170 npm start\n` +
        `(the host takes PORT, the rest follow it).`,
    );
    this.name = 'PortInUseError';
  }
}

/** Makes sure that every port of the plan is free. @throws PortInUseError naming the first that isn't */
export async function checkPorts(plan: PortPlan): Promise<void> {
  const wanted: [number, string][] = [
    [plan.host, 'host'],
    ...Object.entries(plan.remotes).map(([name, port]): [number, string] => [port, `remote ${name}`]),
    [plan.server, 'server'],
    [plan.companionApp, 'companion app'],
  ];
  for (const [port, what] of wanted) if (!(await isFree(port))) throw new PortInUseError(port, what);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
