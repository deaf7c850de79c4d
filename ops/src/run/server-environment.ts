import type { RuntimeSettings } from '@fridge/shared-contracts';
import { originOf, type PortPlan } from '../ports.ts';
import type { stateFolder } from '../workspace.ts';

type Facts = { ports: PortPlan; state: ReturnType<typeof stateFolder>; demoClock: string; settings: RuntimeSettings };

/** What the server is started with: only what it needs of our own environment, and the demonstration's data. */
export function serverEnvironment(env: NodeJS.ProcessEnv, { ports, state, demoClock, settings }: Facts): NodeJS.ProcessEnv {
  const passedOn = ['PATH', 'HOME', 'TZ', 'DATABASE_URL', 'CLOUD_KEY', 'RATE_LIMIT_PER_MINUTE', 'NODE_OPTIONS'];
  return {
    ...Object.fromEntries(passedOn.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    NODE_ENV: 'production',
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
