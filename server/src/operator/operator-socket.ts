import { chmod, rename, unlink } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import * as v from 'valibot';
import { listCoupons, setCoupons } from '../activities/campaign/coupon-commands.ts';
import { listWorks } from '../activities/contest/list-works.ts';
import {
  awardPrize,
  decideWork,
  overruleDecision,
  placeWork,
  readPicture,
  showWork,
  undoDecision,
} from '../activities/contest/work-commands.ts';
import { importCodes, listImports, setDraw, takeBackImport } from '../activities/draw/draw-commands.ts';
import { listDraw } from '../activities/draw/list-draw.ts';
import { listPrizes, readRecipients } from '../activities/draw/prize-commands.ts';
import { shipPrizes } from '../activities/draw/ship-prizes.ts';
import { verifyDraws } from '../activities/draw/verify-draws.ts';
import { importReports } from '../activities/report/reports.ts';
import { checkSettings } from '../configuration/check-settings.ts';
import {
  applyDocument,
  diffVersions,
  listConfiguration,
  listHistory,
  revertDocument,
  showVersion,
} from '../configuration/config-commands.ts';
import { ChangeRefused } from '../configuration/documents.ts';
import { isUnavailable, TooManyWaiting } from '../database/database.ts';
import { StartRefused } from '../environment.ts';
import { showHealth } from '../health/read-health.ts';
import { importHouseholdPart } from '../households/apply-part.ts';
import { describeFault } from '../log.ts';
import { LockHeld, takeLock } from '../process-lock.ts';
import { publishAt } from '../publishing/publish-command.ts';
import { registryHistory } from '../registry/registry-history.ts';
import {
  endCanary,
  listRegistry,
  listRemoteReleases,
  pinRemote,
  promoteRelease,
  rollBack,
  setCanary,
  switchRemote,
} from '../releases/release-commands.ts';
import { ReleaseRefused } from '../releases/release-refused.ts';
import { removeRelease } from '../releases/remove-release.ts';
import type { Services } from '../services.ts';
import {
  addTeam,
  addTeamKey,
  listTeams,
  removeTeam,
  revokeTeamKey,
  setTeam,
  showTeam,
} from '../teams/team-commands.ts';
import { listEvents } from '../tracking/tracking.ts';
import { auditActions, auditCoupons, auditDraws } from './audit.ts';
import { linkToReview } from './operator-links.ts';
import {
  type CommandHandler,
  CommandRefused,
  type OperatorAnswer,
  type OperatorCommand,
  type OperatorData,
  type OperatorRequest,
  operatorCommands,
  operatorRequestSchema,
  type ParsedRequest,
} from './protocol.ts';
import { serverStatus } from './server-status.ts';
import { LineTooLong, linesOf } from './socket-lines.ts';
import { showUser } from './users.ts';

const SILENCE_LIMIT_MS = 2 * 60_000;
const CONNECTIONS = 100;

/**
 * Opens a Unix socket in an existing folder, for its owner only, with a lock file `<path>.lock` that names the server's
 * process (`protocol.ts`).
 * @throws StartRefused when another server has it
 */
export async function openOperators(path: string, services: Services): Promise<{ close(): Promise<void> }> {
  const lock = await takeLock(`${path}.lock`).catch((error: unknown) => {
    throw error instanceof LockHeld
      ? new StartRefused(
          `The operator socket ${path} belongs to another server, ${error.holder.who}. ${error.holder.remedy}, or set OPERATOR_SOCKET to another path.`,
        )
      : error;
  });
  const connections = new Set<Socket>();
  const server = createServer((socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket)).on('error', () => socket.destroy());
    socket.setTimeout(SILENCE_LIMIT_MS, () => socket.destroy());
    answerLines(socket, services).catch((error: unknown) => giveUp(socket, error));
  });
  server.maxConnections = CONNECTIONS;
  try {
    // Restricted before it gets its name; the rename replaces a killed server's socket.
    const draft = `${path}.${process.pid}`;
    server.listen(draft);
    await once(server, 'listening');
    await chmod(draft, 0o600);
    await rename(draft, path);
  } catch (error) {
    await lock.release();
    throw error;
  }
  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of connections) socket.end();
      await unlink(path).catch(() => undefined);
      setTimeout(() => connections.forEach((socket) => socket.destroy()), 1_000).unref();
      await closed;
      await lock.release();
    },
  };
}

async function answerLines(socket: Socket, services: Services): Promise<void> {
  for await (const line of linesOf(socket)) {
    if (line.trim() !== '') socket.write(`${JSON.stringify(await answerLine(line, services))}\n`);
  }
  socket.end();
}

function giveUp(socket: Socket, error: unknown): void {
  if (!(error instanceof LineTooLong)) socket.destroy();
  else
    socket.end(`${JSON.stringify(refused('The request is too long. Nothing was done: send it in parts.'))}\n`, () =>
      socket.destroy(),
    );
}

const requestLine = v.pipe(v.string(), v.parseJson(), operatorRequestSchema);

async function answerLine(line: string, services: Services): Promise<OperatorAnswer> {
  try {
    const request = parseRequest(requestLine, line);
    const data = await run(request, services);
    services.log.info({ event: 'operatorCommand', command: request.command });
    return { ok: true, data };
  } catch (error) {
    if (error instanceof CommandRefused || error instanceof ChangeRefused || error instanceof ReleaseRefused)
      return refused(error.message);
    if (error instanceof TooManyWaiting)
      return refused('The database is busy. Nothing was changed: try again in a moment.');
    services.log.error({ event: 'operatorFault', fault: describeFault(error) });
    if (isUnavailable(error))
      return refused("The database didn't answer. Whether the command counted isn't known: look before you repeat it.");
    return refused('The server failed at this command; its log says where. Nothing was changed.');
  }
}

/** @throws CommandRefused */
function parseRequest(schema: v.GenericSchema<unknown, ParsedRequest>, sent: unknown): ParsedRequest {
  const parsed = v.safeParse(schema, sent);
  if (parsed.success) return parsed.output;
  throw new CommandRefused(
    parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'request'}: ${issue.message}`).join('; '),
  );
}

async function run(request: ParsedRequest, services: Services): Promise<unknown> {
  const { command } = request;
  const handle = handlers[command] as CommandHandler<typeof command>; // the request is the command's
  return v.parse(operatorCommands[command].answer, await handle(request, services));
}

/** For callers in this process, such as the operators' pages. @throws CommandRefused */
export async function runCommand<Request extends OperatorRequest>(
  request: Request,
  services: Services,
): Promise<OperatorData<Request['command']>> {
  const data = await run(parseRequest(operatorRequestSchema, request), services);
  return data as OperatorData<Request['command']>; // parsed by this command's schema
}

const refused = (error: string): OperatorAnswer => ({ ok: false, error });

const handlers: { [C in OperatorCommand]: CommandHandler<C> } = {
  'draw.list': (_request, { queries }) => listDraw(queries),
  'draw.set': setDraw,
  'draw.importCodes': importCodes,
  'draw.imports': listImports,
  'draw.takeBack': takeBackImport,
  'draw.audit': auditDraws,
  'draw.verify': verifyDraws,
  'coupons.list': (_request, services) => listCoupons(services),
  'coupons.set': setCoupons,
  'coupons.audit': auditCoupons,
  'works.list': listWorks,
  'works.place': placeWork,
  'works.show': ({ id }, { queries }) => showWork(queries, id),
  'works.approve': decideWork,
  'works.reject': decideWork,
  'works.undo': undoDecision,
  'works.takeDown': overruleDecision,
  'works.reopen': overruleDecision,
  'works.prize': awardPrize,
  'works.picture': readPicture,
  'works.review': linkToReview,
  'prizes.list': listPrizes,
  'prizes.recipients': readRecipients,
  'prizes.ship': shipPrizes,
  'registry.list': listRegistry,
  'registry.switch': switchRemote,
  'registry.pin': pinRemote,
  'registry.canary': setCanary,
  'registry.endCanary': endCanary,
  'registry.promote': promoteRelease,
  'registry.releases': listRemoteReleases,
  'releases.remove': removeRelease,
  'registry.rollback': rollBack,
  'registry.history': registryHistory,
  'registry.publish': publishAt,
  'report.import': importReports,
  'users.show': showUser,
  'actions.audit': auditActions,
  'households.import': importHouseholdPart,
  'teams.list': listTeams,
  'teams.show': showTeam,
  'teams.add': addTeam,
  'teams.set': setTeam,
  'teams.addKey': addTeamKey,
  'teams.revokeKey': revokeTeamKey,
  'teams.remove': removeTeam,
  'events.list': listEvents,
  'health.show': showHealth,
  'server.status': serverStatus,
  'config.list': listConfiguration,
  'config.show': showVersion,
  'config.diff': diffVersions,
  'config.history': listHistory,
  'config.apply': applyDocument,
  'config.revert': revertDocument,
  'settings.check': checkSettings,
};
