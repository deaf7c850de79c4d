import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_DEMO_CLOCK, defaultSettings } from '../settings/default-settings.ts';
import { type LiveSettings, openSettings } from '../settings/live-settings.ts';
import type { StateFolder } from '../workspace.ts';
import { type KeptServer, keepRunning } from './keep-running.ts';
import { originOf, type PortPlan } from './ports.ts';
import { serverEnvironment } from './server-environment.ts';
import { startServer } from './server-process.ts';

/** The server looks at its settings file this often. */
const SERVER_FOLLOWS_MS = 1_000;

export type ServerWithSettings = {
  server: KeptServer;
  settings: LiveSettings;
  /** Resolves once the server goes by the settings that the pages get. */
  settingsFollowed: Promise<unknown>;
  stop(): Promise<void>;
};

export type ServerStart = {
  env: NodeJS.ProcessEnv;
  ports: PortPlan;
  state: StateFolder;
  command: readonly string[];
  showLog: boolean;
  print: (line: string) => void;
};

/**
 * Starts the server with the settings that it and the pages share, and keeps it running. The demonstration's periods hang on the moment at
 * which the server's business clock first started, which only the server knows: `DEMO_CLOCK` counts at the first start
 * alone, and until the server answers it serves as a guess.
 */
export async function startServerWithSettings({ env, ports, state, command, showLog, print }: ServerStart): Promise<ServerWithSettings> {
  const demoClock = env['DEMO_CLOCK'] ?? DEFAULT_DEMO_CLOCK;
  const settings = await openSettings(
    defaultSettings(ports, demoClock === '' ? null : demoClock),
    { operator: state.settings, effective: state.effectiveSettings, registry: state.registry },
    print,
  );
  try {
    const environment = serverEnvironment(env, { ports, state, demoClock, settings: settings.current() });
    const server = await keepRunning({ start: (signal) => startServer(command, environment, originOf(ports.server), showLog, { signal }), print });
    const changed = await settings.setDefaults(defaultSettings(ports, server.current().businessStart));
    return {
      server,
      settings,
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
