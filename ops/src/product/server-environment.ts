import type { RuntimeSettings } from '@fridge/shared-contracts/host';
import type { StateFolder } from '../workspace.ts';
import { listenAddress, originOf, type PortPlan } from './ports.ts';

type Facts = { ports: PortPlan; state: StateFolder; demoClock: string; settings: RuntimeSettings };

/** Variables of our own environment that reach the server. */
const PASSED_ON = ['PATH', 'HOME', 'TZ', 'DATABASE_URL', 'DATABASE_POOL_SIZE', 'DATABASE_CONNECT_TIMEOUT_MS', 'DATABASE_LOCK_TIMEOUT_MS', 'DATABASE_STATEMENT_TIMEOUT_MS', 'ANSWER_TIME_LIMIT_MS', 'CLOUD_KEY', 'RATE_LIMIT_PER_MINUTE', 'ADDRESS_LIMIT_PER_MINUTE', 'TRUSTED_PROXIES', 'UPKEEP_INTERVAL_MS', 'NODE_OPTIONS', 'S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];

/** What the server is started with: only what it needs of our own environment, and the demonstration's data. */
export function serverEnvironment(env: NodeJS.ProcessEnv, { ports, state, demoClock, settings }: Facts): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(PASSED_ON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    NODE_ENV: 'production',
    HOST: listenAddress(env),
    PORT: String(ports.server),
    DATA_DIR: state.data,
    UPLOADS_DIR: state.uploads,
    SETTINGS_FILE: state.effectiveSettings,
    OPERATOR_SOCKET: state.operatorSocket,
    ALLOWED_ORIGINS: [originOf(ports.host), originOf(ports.companionApp)].join(','),
    SIGNING_KEY: settings.signing.key,
    SIGNER: settings.signing.signer,
    DEMO: '1',
    DEMO_CLOCK: demoClock,
  };
}
