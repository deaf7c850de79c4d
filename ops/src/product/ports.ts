import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts } from 'node:net';
import { firstRemotes, presentRemotes } from '../workspace.ts';

/** Relative to the host's: `PORT=5170` gives a second set (architecture, "Running it"). */
export type PortPlan = {
  host: number;
  remotes: Readonly<Record<string, number>>;
  server: number;
  /** Serves what teams upload. */
  releases: number;
  companionApp: number;
  /** For operators; always on loopback. */
  operations: number;
};

const DEFAULT_HOST_PORT = 4170;

/** @param text `PORT`, by default 4170 @throws when unusable */
export function planPorts(text: string | undefined): PortPlan {
  const host = text === undefined || text === '' ? DEFAULT_HOST_PORT : Number(text);
  if (!Number.isInteger(host) || host < 1024 || host > 65_500) {
    throw new Error(
      `PORT is "${text}": give a whole number from 1024 to 65500, or leave it out for ${DEFAULT_HOST_PORT}.`,
    );
  }
  return {
    host,
    remotes: Object.fromEntries(remoteOrder().map((name, index) => [name, host + 1 + index])),
    server: host + 10,
    releases: host + 12,
    companionApp: host + 20,
    operations: host + 21,
  };
}

/** The first four, also where one isn't present. At most nine: the server's port is the next. */
function remoteOrder(): string[] {
  const others = presentRemotes().map(({ name }) => name);
  return [...new Set([...firstRemotes, ...others])].slice(0, 9);
}

/** @throws when the plan has no port for it */
export function remotePort({ remotes }: PortPlan, name: string): number {
  const port = remotes[name];
  if (port === undefined) throw new Error(`There is no port for remote-${name}: nine remotes have one.`);
  return port;
}

const portsOf = ({ remotes, ...others }: PortPlan): [what: string, port: number][] => [
  ...Object.entries(others),
  ...Object.entries(remotes),
];

export const LOOPBACK_ADDRESS = '127.0.0.1';

/** Not of the operations (architecture, "Running it"). */
export const listenAddress = (env: NodeJS.ProcessEnv): string => env['HOST'] || LOOPBACK_ADDRESS;

export const originOf = (port: number): string => `http://localhost:${port}`;

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
    probe.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT'),
    );
    probe.listen(port, address, () => probe.close(() => resolve(true)));
  });
}

/** Of something on this machine. */
const CONNECT_LIMIT_MS = 1_000;

/** Whether something takes connections there. */
export async function takesConnections(at: NetConnectOpts): Promise<boolean> {
  const socket = connect(at);
  return once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_LIMIT_MS) })
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}
