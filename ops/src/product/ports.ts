/** Relative to the host's: `PORT=5170` gives a second set (architecture, "Running it"). */
export type PortPlan = {
  host: number;
  remotes: { campaign2023: number; draw: number; contest: number; yearreport: number };
  server: number;
  companionApp: number;
  /** For operators; always on loopback. */
  review: number;
};

const DEFAULT_HOST_PORT = 4170;

/** @param text `PORT`, by default 4170 @throws when unusable */
export function planPorts(text: string | undefined): PortPlan {
  const host = text === undefined || text === '' ? DEFAULT_HOST_PORT : Number(text);
  if (!Number.isInteger(host) || host < 1024 || host > 65_500) {
    throw new Error(`PORT is "${text}": give a whole number from 1024 to 65500, or leave it out for ${DEFAULT_HOST_PORT}.`);
  }
  return {
    host,
    remotes: { campaign2023: host + 1, draw: host + 2, contest: host + 3, yearreport: host + 4 },
    server: host + 10,
    companionApp: host + 20,
    review: host + 21,
  };
}

export function portsOf(plan: PortPlan): [what: string, port: number][] {
  return [
    ['host', plan.host],
    ...Object.entries(plan.remotes).map(([name, port]): [string, number] => [`remote ${name}`, port]),
    ['server', plan.server],
    ['companion app', plan.companionApp],
    ['review page', plan.review],
  ];
}

export const LOOPBACK_ADDRESS = '127.0.0.1';

/** Not of the review page (architecture, "Running it"). */
export const listenAddress = (env: NodeJS.ProcessEnv): string => env['HOST'] || LOOPBACK_ADDRESS;

export const originOf = (port: number): string => `http://localhost:${port}`;
