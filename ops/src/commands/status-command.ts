import { compatibility, readRegistry, type RegistryEntry, type RuntimeSettings } from '@fridge/shared-contracts/host';
import type { Command } from 'commander';
import { ServerRefused } from '../ask-server.ts';
import { originOf, planPorts } from '../product/ports.ts';
import { checkServedRelease, type ServedRelease } from '@fridge/server/registry/read-release';
import { describeLeftOut, readRegistryFile, RegistryUnreadableError } from '@fridge/server/registry/registry-file';
import { settingsAtHand } from '../product/settings-at-hand.ts';
import { parseJson, textOf } from '@fridge/server/text';
import type { StateFolder } from '../workspace.ts';
import { drawWarnings } from './code-commands.ts';
import { type Tool, warningLines } from './tool.ts';

/** `ops status`: the product's state and problems. */
export function addStatusCommand(program: Command, tool: Tool): void {
  program
    .command('status')
    .description(
      'every remote: on or off, version, contract, pin, what its origin really serves; ' +
        'and what is wrong in registry, settings and draw',
    )
    .action(() => showStatus(tool));
}

async function showStatus({ env, state, ask, finish }: Tool): Promise<void> {
  const { own, settings } = settingsAtHand(state, env);
  const [registry, draw] = await Promise.all([registryAtHand(state), drawProblems(ask)]);
  const origin = originOf(planPorts(env['PORT']).host);
  const remotes = await Promise.all(
    Object.entries(registry.remotes).map(async ([name, entry]) => {
      const served = await checkServedRelease(entry, origin);
      return { name, entry, served, refused: whyRefused(entry, settings) };
    }),
  );
  const settingsProblems = [...(own?.wrong ?? []), ...(own?.doubtful ?? [])];
  const isEmpty = remotes.length === 0 && registry.leftOut.length === 0 && registry.problems.length === 0;
  const lines = [
    ...(isEmpty ? ['No remote is registered. npm start publishes those that are here.'] : []),
    ...registry.problems.map((problem) => `! ${problem}`),
    ...remotes.flatMap(({ name, entry, served, refused }) => [
      describe(name, entry),
      ...refused.map((reason) => `! ${INDENT}not opened: ${reason}`),
      ...describeServed(entry, served),
    ]),
    ...describeLeftOut(registry.leftOut),
    ...settingsProblems.map((problem) => `! ${state.settings}: ${problem}`),
    ...(own !== null && own.wrong.length > 0 ? ['  the last good settings are in force'] : []),
    ...(draw === null
      ? ["  the server isn't running here: nothing is known of the draw"]
      : warningLines(draw.map((warning) => `draw: ${warning}`))),
  ];
  const data = {
    ...Object.fromEntries(remotes.map(({ name, entry, served, refused }) => [name, { ...entry, served, refused }])),
    ...Object.fromEntries(registry.leftOut.map(({ name, problems }) => [name, { problems }])),
    registry: { problems: registry.problems },
    settings: { problems: settingsProblems },
    warnings: draw ?? [],
  };
  finish(lines.join('\n'), data, registry.problems.length === 0 ? 'done' : 'notDone');
}

/** The last good one if the registry can't be read. */
async function registryAtHand(state: StateFolder) {
  try {
    const { registry, leftOut } = await readRegistryFile(state.registry);
    return { remotes: registry.remotes, leftOut, problems: [] };
  } catch (error) {
    if (!(error instanceof RegistryUnreadableError)) throw error;
    const last = readRegistry(parseJson(textOf(state.lastGoodRegistry)));
    const meanwhile = last
      ? 'Pages go by the last good one:'
      : "No good one is kept: pages say that the activities can't be opened.";
    return {
      remotes: last?.registry.remotes ?? {},
      leftOut: last?.leftOut ?? [],
      problems: [`${error.message} ${meanwhile}`],
    };
  }
}

/** @returns `null` when no server runs */
async function drawProblems(ask: Tool['ask']): Promise<string[] | null> {
  try {
    return drawWarnings(await ask({ command: 'draw.list' }));
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

const INDENT = ' '.repeat(13);

function describe(name: string, { enabled, version, pin, contract, entry }: RegistryEntry): string {
  const parts = [version || '(no version)', `contract ${contract}`, ...(pin ? [`pinned to ${pin}`] : []), entry];
  return [name.padEnd(14), enabled ? 'on ' : 'off', ...parts.map((part) => ` ${part}`)].join(' ');
}

function describeServed({ version }: RegistryEntry, served: ServedRelease): string[] {
  const found = served.version ?? 'a release without a description';
  if (served.problems.length > 0) {
    const what =
      served.version === null
        ? "pages don't get it"
        : `its origin serves ${found}, and pages don't get what the registry names`;
    return [`! ${INDENT}${what}:`, ...served.problems.map((problem) => `  ${INDENT}  ${problem}`)];
  }
  const differs = served.version !== null && served.version !== version;
  const instead = differs ? `, and not ${version || 'what the registry names'}` : '';
  return [`${differs ? '!' : ' '} ${INDENT}served: ${found}${instead}, ${served.files} files as registered`];
}
