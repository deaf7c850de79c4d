import { setTimeout as delay } from 'node:timers/promises';
import type { RuntimeSettings } from '@fridge/shared-contracts/host';
import { DEFAULT_DEMO_CLOCK, demonstrationDefaults } from './demonstration-defaults.ts';
import { openSettings } from '@fridge/server/settings/live-settings';
import type { StateFolder } from '../workspace.ts';
import { listenAddress, originOf, type PortPlan } from './ports.ts';
import { keepRunning, startServer } from './server-process.ts';

const SERVER_FOLLOWS_MS = 1_000;

type ServerStart = {
  env: NodeJS.ProcessEnv;
  ports: PortPlan;
  state: StateFolder;
  command: readonly string[];
  showLog: boolean;
  print: (line: string) => void;
};

/**
 * Keeps the server running with the pages' settings. The demonstration's windows depend on the first start of its
 * business clock, which only the server knows; until it answers, `DEMO_CLOCK` is assumed.
 */
export async function startServerWithSettings({ env, ports, state, command, showLog, print }: ServerStart) {
  const demoClock = env['DEMO_CLOCK'] ?? DEFAULT_DEMO_CLOCK;
  const settings = await openSettings(demonstrationDefaults(ports, demoClock || null), state, print);
  try {
    const environment = serverEnvironment(env, { ports, state, demoClock, signing: settings.current().signing });
    const start = (signal: AbortSignal) => startServer(command, environment, originOf(ports.server), showLog, signal);
    const server = await keepRunning(start, print);
    const changed = await settings.setDefaults(demonstrationDefaults(ports, server.current().businessStart));
    return {
      settings: settings.current,
      businessOffset: () => server.current().businessOffset,
      /** Resolves once the server uses the pages' settings. */
      settingsFollowed: changed ? delay(SERVER_FOLLOWS_MS) : Promise.resolve(),
      async stop() {
        await Promise.all([settings.stop(), server.stop()]);
      },
    };
  } catch (error) {
    await settings.stop();
    throw error;
  }
}

type Facts = Pick<ServerStart, 'ports' | 'state'> & Pick<RuntimeSettings, 'signing'> & { demoClock: string };

function serverEnvironment(env: NodeJS.ProcessEnv, { ports, state, demoClock, signing }: Facts): NodeJS.ProcessEnv {
  return {
    ...env,
    NODE_ENV: 'production',
    HOST: listenAddress(env),
    PORT: String(ports.server),
    DATA_DIR: state.data,
    UPLOADS_DIR: state.uploads,
    SETTINGS_FILE: state.effectiveSettings,
    OPERATOR_SOCKET: state.operatorSocket,
    ALLOWED_ORIGINS: [originOf(ports.host), originOf(ports.companionApp)].join(','),
    SIGNING_KEY: signing.key,
    SIGNER: signing.signer,
    // No balancer watches; within the time that `stop` waits.
    SHUTDOWN_GRACE_MS: '0',
    SHUTDOWN_LIMIT_MS: '8000',
    DEMO: '1',
    DEMO_CLOCK: demoClock,
  };
}
