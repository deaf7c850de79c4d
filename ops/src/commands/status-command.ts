import type { Command } from 'commander';
import {
  compatibility,
  type LeftOut,
  readRegistry,
  type RegistryEntry,
  type RuntimeSettings,
} from '@fridge/shared-contracts/host';
import { askServer, ServerRefused } from '../operator/ask-server.ts';
import { drawWarnings, warningLines } from '../operator/draw-warnings.ts';
import { parseJson } from '../parse-json.ts';
import { originOf, planPorts } from '../product/ports.ts';
import { readLastGood } from '../registry/last-good.ts';
import { describeLeftOut, readRegistryFile, RegistryUnreadableError } from '../registry/registry-file.ts';
import { lookAtRelease, type ServedRelease } from '../registry/served-release.ts';
import { settingsAtHand } from '../settings/settings-at-hand.ts';
import { type StateFolder, stateFolder } from '../workspace.ts';
import type { CommandResult, Tool } from './tool.ts';

/** `ops status`: the product at one glance, and whatever an operator should mend. */
export function addStatusCommand(program: Command, { env, finish }: Tool): void {
  program
    .command('status')
    .description('every remote: on or off, version, contract, pin, what its origin really serves; and what is wrong in registry, settings and draw')
    .action(async () => finish(await readStatus(stateFolder(env), env)));
}

async function readStatus(state: StateFolder, env: NodeJS.ProcessEnv): Promise<CommandResult> {
  const [registry, { own, settings }, draw] = await Promise.all([registryAtHand(state), settingsAtHand(state, env), drawProblems(state)]);
  const origin = originOf(planPorts(env['PORT']).host);
  const remotes = await Promise.all(
    Object.entries(registry.remotes).map(async ([name, entry]) => ({ name, entry, served: await lookAtRelease(entry, origin), refused: whyRefused(entry, settings) })),
  );
  const settingsProblems = [...(own?.wrong ?? []), ...(own?.doubtful ?? [])];
  const lines = [
    ...registry.problems.map((problem) => `! ${problem}`),
    ...remotes.flatMap(({ name, entry, served, refused }) => [describe(name, entry), ...refused.map((why) => `! ${' '.repeat(13)}not opened: ${why}`), describeServed(entry, served)]),
    ...describeLeftOut(registry.leftOut),
    ...settingsProblems.map((problem) => `! ${state.settings}: ${problem}`),
    ...((own?.wrong.length ?? 0) > 0 ? ['  the last good settings are in force'] : []),
    ...(draw === null ? ['  the server isn\'t running here: nothing is known of the draw'] : warningLines(draw.map((warning) => `draw: ${warning}`))),
  ];
  const nothing = remotes.length === 0 && registry.leftOut.length === 0 && registry.problems.length === 0;
  return {
    ok: registry.problems.length === 0,
    text: [...(nothing ? ['No remote is registered. npm start publishes those that are here.'] : []), ...lines].join('\n'),
    data: {
      ...Object.fromEntries(remotes.map(({ name, entry, served, refused }) => [name, { ...entry, served, refused }])),
      ...Object.fromEntries(registry.leftOut.map(({ name, problems }) => [name, { problems }])),
      registry: { problems: registry.problems },
      settings: { problems: settingsProblems },
      warnings: draw ?? [],
    },
  };
}

type RegistryAtHand = { remotes: Readonly<Record<string, RegistryEntry>>; leftOut: readonly LeftOut[]; problems: string[] };

/** The registry, or the last good one where it can't be read. */
async function registryAtHand(state: StateFolder): Promise<RegistryAtHand> {
  try {
    const { registry, leftOut } = await readRegistryFile(state.registry);
    return { remotes: registry.remotes, leftOut, problems: [] };
  } catch (error) {
    if (!(error instanceof RegistryUnreadableError)) throw error;
    const last = readRegistry(parseJson(await readLastGood(state.lastGoodRegistry)));
    const meanwhile = last === null ? 'No good one is kept: pages say that the activities can\'t be opened.' : 'Pages go by the last good one:';
    return { remotes: last?.registry.remotes ?? {}, leftOut: last?.leftOut ?? [], problems: [`${error.message} ${meanwhile}`] };
  }
}

/** @returns `null` while no server runs */
async function drawProblems(state: StateFolder): Promise<string[] | null> {
  try {
    return drawWarnings(await askServer(state.operatorSocket, { command: 'draw.list' }));
  } catch (error) {
    if (error instanceof ServerRefused) throw error;
    return null;
  }
}

function whyRefused({ contract, entry }: RegistryEntry, { remoteOrigins }: RuntimeSettings): string[] {
  const { origin } = new URL(entry);
  return [
    ...(compatibility(contract) === 'fits' ? [] : [`built for contract ${contract}`]),
    ...(remoteOrigins.includes(origin) ? [] : [`${origin} isn't among the settings' remoteOrigins`]),
  ];
}

function describe(name: string, { enabled, version, pin, contract, entry }: RegistryEntry): string {
  return [name.padEnd(14), enabled ? 'on ' : 'off', ` ${version || '(no version)'}`, ` contract ${contract}`, ...(pin ? [` pinned to ${pin}`] : []), ` ${entry}`].join(' ');
}

function describeServed({ version }: RegistryEntry, served: ServedRelease): string {
  const found = served.version ?? 'a release without a description';
  const place = ' '.repeat(13);
  if (served.problems.length > 0) {
    const what = served.version === null ? 'pages don\'t get it' : `its origin serves ${found}, and pages don't get what the registry names`;
    return [`! ${place}${what}:`, ...served.problems.map((problem) => `  ${place}  ${problem}`)].join('\n');
  }
  const differs = served.version !== null && served.version !== version;
  return `${differs ? '!' : ' '} ${place}served: ${found}${differs ? `, and not ${version || 'what the registry names'}` : ''}, ${served.files} files as registered`;
}
