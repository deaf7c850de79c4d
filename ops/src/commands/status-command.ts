import type { ListedDraw } from '@fridge/server/activities/draw/list-draw';
import { canaryWords } from '@fridge/server/releases/canary-words';
import { checkServedRelease, type ServedRelease } from '@fridge/server/releases/publish/served-release';
import { compatibility, type RegistryEntry } from '@fridge/shared-contracts/page';
import type { Command } from 'commander';
import type { AnswerTo } from '@fridge/server/commands/run';
import { ServerRefused } from '../ask-server.ts';
import { originOf, planPorts } from '../product/ports.ts';
import { commandName } from './command-name.ts';
import { describeServer } from './server-status.ts';
import { type Tool, warningLines } from './tool.ts';

/** `ops status`: the product's state and problems. */
export function addStatusCommand(program: Command, tool: Tool): void {
  program
    .command('status')
    .description(
      'every remote: on or off, version, contract, pin, canary, what its origin really serves; ' +
        'what is wrong in registry, settings and draw; database, disk, review queue, upkeep and configuration',
    )
    .action(() => showStatus(tool));
}

async function showStatus({ env, ask, finish }: Tool): Promise<void> {
  const [registry, history, configuration, settings, draw, server] = await Promise.all([
    answered(() => ask('remotes', {})),
    answered(() => ask('history', { by: 'roll-back', limit: HISTORY_READ })),
    answered(async () => configurationWarnings(await ask('config list', {}))),
    answered(() => ask('settings check', {})),
    answered(() => ask('draw list', {})),
    answered(() => ask('server', {})),
  ]);
  const listed = registry?.remotes ?? [];
  const origin = env['PUBLIC_HOST_ORIGIN'] || originOf(planPorts(env['PORT']).host);
  const remotes = await Promise.all(listed.map((remote) => inspect(remote, origin)));
  const settingsProblems = [...(settings?.wrong ?? []), ...(settings?.doubtful ?? [])];
  const lines = [
    ...(registry?.remotes.length === 0
      ? [`No remote is registered. npm start publishes those that are here, ${commandName} publish any other.`]
      : []),
    ...remotes.flatMap(describeRemote),
    ...warningLines(takenBack(listed, history?.events ?? [])),
    ...(registry?.unlisted ?? []).map(
      (name) => `! ${name} has releases and isn't in the registry: ${commandName} on ${name}`,
    ),
    ...warningLines([...(configuration ?? []), ...settingsProblems.map((problem) => `settings: ${problem}`)]),
    ...(draw === null
      ? ["  the server isn't running here: nothing is known of registry and draw"]
      : [drawShares(draw), ...warningLines(draw.warnings.map((warning) => `draw: ${warning}`))]),
    ...(server === null ? [] : describeServer(server)),
  ];
  const data = {
    ...Object.fromEntries(
      remotes.map(({ remote, ...found }) => [remote.name, { ...remote.entry, ...remote, ...found }]),
    ),
    configuration: configuration ?? [],
    registry: { unlisted: registry?.unlisted ?? [] },
    settings: { problems: settingsProblems },
    shares: draw?.outcomes.map(({ level, share }) => ({ level, share })) ?? [],
    warnings: draw?.warnings ?? [],
    server,
  };
  finish(lines.join('\n'), data);
}

type ListedRemote = AnswerTo<'remotes'>['remotes'][number];
/** `served`: what the origins of the stable release and of the canary serve. */
type Inspected = {
  remote: ListedRemote;
  served: ServedRelease | null;
  servedCanary: ServedRelease | null;
  refused: string[];
};

async function inspect(remote: ListedRemote, origin: string): Promise<Inspected> {
  const { entry, canary } = remote;
  const check = (registered: RegistryEntry | null | undefined) =>
    registered == null ? null : checkServedRelease(registered, origin);
  const [served, servedCanary] = await Promise.all([check(entry), check(canary?.entry)]);
  return { remote, served, servedCanary, refused: entry === null ? [] : whyRefused(entry) };
}

function describeRemote({ remote, served, servedCanary, refused }: Inspected): string[] {
  const { name, state, entry, problems } = remote;
  const canary = describeCanary(remote, servedCanary);
  if (entry === null || served === null) {
    return [`! ${name.padEnd(12)} ${state.padEnd(3)} not opened: ${problems.join('; ')}`, ...canary];
  }
  return [
    describe(remote, entry),
    ...refused.map((reason) => `! ${INDENT}not opened: ${reason}`),
    ...describeServed(entry, served),
    ...canary,
  ];
}

function describeCanary({ canary, gaveWay }: ListedRemote, served: ServedRelease | null): string[] {
  const without = gaveWay.map((problem) => `! ${INDENT}without effect: ${problem}`);
  if (canary?.entry == null || served === null) return without;
  return [`  ${INDENT}canary: ${canaryWords(canary)}`, ...without, ...describeServed(canary.entry, served)];
}

const HISTORY_READ = 50;
const TOLD_FOR_MS = 24 * 60 * 60 * 1000;

/** Canaries that the program took back within a day, unless there is another one. */
function takenBack(remotes: readonly ListedRemote[], events: AnswerTo<'history'>['events']): string[] {
  return remotes.flatMap(({ name, canary }) => {
    const last = events.find(({ about }) => about.includes(name));
    if (canary !== null || last === undefined || Date.now() - new Date(last.at).getTime() > TOLD_FOR_MS) return [];
    return [`${name}: its canary was taken back: ${last.why}`];
  });
}

const drawShares = ({ outcomes }: ListedDraw): string =>
  `${'draw gives'.padEnd(16)}${outcomes.map(({ giftName, share }) => `${giftName} ${share}`).join(', ')}`;

/** @returns `null` when no server runs */
async function answered<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ServerRefused) throw error;
    return null;
  }
}

const whyRefused = ({ contract }: RegistryEntry): string[] =>
  compatibility(contract) === 'fits' ? [] : [`built for contract ${contract}`];

const INDENT = ' '.repeat(13);

function describe({ name, state }: ListedRemote, { version, pin, contract, entry }: RegistryEntry): string {
  const parts = [version || '(no version)', `contract ${contract}`, ...(pin ? [`pinned to ${pin}`] : []), entry];
  return [name.padEnd(14), state.padEnd(3), ...parts.map((part) => ` ${part}`)].join(' ');
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

/** What of the configuration doesn't count, and why. */
const configurationWarnings = (listed: AnswerTo<'config list'>): string[] =>
  listed.flatMap(({ name, serial, unfit, fileRefused }) => [
    ...(unfit === null
      ? []
      : [`${name} ${unfit.serial} doesn't fit this release, ${serial} is in force: ${unfit.faults.join('; ')}`]),
    ...(fileRefused === null ? [] : [`the file of ${name} doesn't count, ${serial} is in force: ${fileRefused}`]),
  ]);
