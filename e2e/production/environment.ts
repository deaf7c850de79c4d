/** A site's own keys, as its operators would make them up. */
export const keys = {
  CLOUD_KEY: 'cloud-key-of-this-site-and-of-no-other',
  SIGNING_KEY: 'signing-key-of-this-site',
  REPORT_LINK_KEY: 'report-links-key',
} as const;

/** Of the draw: its one outcome there, a prize that is shipped. */
export const LEVEL = 4;

export type Ports = { host: number; api: number; operations: number };

/** Of `freeHostPort`. */
export const portsFrom = (base: number): Ports & { remotes: readonly number[] } => ({
  host: base,
  remotes: [1, 2, 3, 4].map((offset) => base + offset),
  api: base + 10,
  operations: base + 21,
});

export const localhost = (port: number): string => `http://localhost:${port}`;

/** What docs/operations.md, "In production", names as required, beside the ports of this machine. */
export function environmentOf(databaseUrl: string, stateDir: string, ports: Ports) {
  return {
    PORT: String(ports.host),
    API_PORT: String(ports.api),
    OPERATIONS_PORT: String(ports.operations),
    PUBLIC_HOST_ORIGIN: localhost(ports.host),
    PUBLIC_API_ORIGIN: localhost(ports.api),
    PUBLIC_OPERATIONS_ORIGIN: localhost(ports.operations),
    DATABASE_URL: databaseUrl,
    STATE_DIR: stateDir,
    SHUTDOWN_GRACE_MS: '0',
    ...keys,
  };
}
