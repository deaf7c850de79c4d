import multipart from '@fastify/multipart';
import { answerCode } from '@fridge/shared-contracts';
import { type Answer, type AnswerCode, cleanField } from '@fridge/shared-contracts/page';
import { kitText, type TeamAction, teamActions, teamAnswerSchemas, teamPaths } from '@fridge/shared-contracts/team';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { SentFile, TeamKey } from '../../commands/actor.ts';
import { Refused } from '../../commands/refused.ts';
import { type AnswerTo, type CommandName, type FieldsOf, run } from '../../commands/run.ts';
import { success } from '../../edge/answers.ts';
import type { Services } from '../../program/services.ts';
import { uploadedAddress } from '../../releases/publish/uploaded-source.ts';
import { releaseVersion, remoteName } from '../../releases/show-remotes.ts';
import { demand, ReleaseRefused } from '../../releases/release-refused.ts';
import { leaveBodies, multipartLimits, receiveJson, receiveParts } from './receive-request.ts';
import { countedAs, type TeamRequest, verifyBody, verifyHeader } from './verify-team-request.ts';

/** What teams ask with their keys (docs/operations.md, "Teams"): each action runs the commands that operators have. */
export async function teamRequests(app: FastifyInstance, services: Services): Promise<void> {
  leaveBodies(app, (error) => refusal(error));
  await app.register(multipart, { limits: multipartLimits });
  for (const action of teamActions) {
    const isLong = action === 'publish';
    app.post(teamPaths[action], { config: { longAnswer: isLong, longBody: isLong } }, (request, reply) =>
      answerTeam(action, { request, reply }, services),
    );
  }
}

/** Answers in the envelope, and writes the one line of the log about a request; faults go on. */
async function answerTeam(
  action: TeamAction,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  services: Services,
): Promise<Answer> {
  const count = (outcome: string) => services.metrics.teamRequests.inc({ action, outcome });
  /** What is known of the request so far. */
  const about: Partial<About> = {};
  try {
    const { data, told, isChange } = await act(action, request, services, (fields) => Object.assign(about, fields));
    const outcome = isChange ? 'done' : 'unchanged';
    count(outcome);
    request.log.info({ event: 'teamRequest', action, outcome, ...about, ...told });
    return success(data);
  } catch (error) {
    // The rest of a refused body isn't read.
    if (!request.raw.complete) reply.header('connection', 'close');
    if (!(error instanceof Refused)) {
      count('failed');
      throw error;
    }
    count('refused');
    const refused = error instanceof ReleaseRefused ? error.about : {};
    const reasons = [...new Set(error.problems.map(({ kind }) => kind ?? 'form'))];
    request.log.warn({ event: 'teamRequest', action, outcome: 'refused', ...about, ...refused, reasons });
    return refusal(error);
  }
}

const refusal = ({ problems }: Refused): Answer => ({
  code: codes.find(([, of]) => problems.some(({ kind }) => of.includes(kind ?? '')))?.[0] ?? answerCode.badInput,
  msg: problems[0]?.text ?? '',
  data: { problems: problems.map(({ text }) => text), kit: kitText },
});

/** The first that applies; all others are bad input. */
const codes: readonly (readonly [AnswerCode, readonly string[]])[] = [
  [answerCode.tooMany, ['tooMany']],
  [answerCode.tooLarge, ['tooLarge']],
  [answerCode.notAuthorized, ['team', 'key', 'signature', 'audience', 'time', 'action', 'body', 'release']],
  [answerCode.notYours, ['name', 'origin', 'pinned', 'previews']],
  [answerCode.conflict, ['repeated', 'version']],
];

/** Runs a command in the team's name; `once`: names a request that may be sent again. */
type RunCommand = <Name extends CommandName>(
  command: Name,
  fields: FieldsOf<Name>,
  options?: { dryRun?: boolean; once?: string | undefined },
) => Promise<AnswerTo<Name>>;

const commandsOf: {
  [Action in TeamAction]: (asked: TeamRequest<Action>, run: RunCommand, uploadedTo: string) => Promise<object>;
} = {
  publish({ release, baseUrl, promote, canary, replaceCanary, dropRoutes, dryRun }, runCommand, uploadedTo) {
    const { percent, steps } = canary ?? {};
    return runCommand(
      'publish',
      {
        address: baseUrl ?? uploadedAddress(uploadedTo, release),
        release: { text: release },
        move: true,
        promote: promote ?? undefined,
        canary: percent,
        replaceCanary,
        grow: steps?.percent,
        every: steps?.minutes,
        dropRoutes,
      },
      { dryRun },
    );
  },
  async canary({ name, change }, runCommand) {
    const changed =
      change === null
        ? null
        : await (change.kind === 'end'
            ? runCommand('canary end', { name })
            : runCommand('canary', {
                name,
                release: change.release,
                percent: change.percent,
                grow: change.steps?.percent,
                every: change.steps?.minutes,
              }));
    const shown = await runCommand('canary show', { name });
    const before = changed === null ? shown.canary : changed.before;
    return { ...shown, before, version: (shown.canary ?? before)?.release };
  },
  health: ({ name, hours }, runCommand) => runCommand('health', { name, hours }),
  releases: async ({ name }, runCommand) => ({ name, releases: await runCommand('releases', { name }) }),
  promote: ({ name, version, dropRoutes, id }, runCommand) =>
    runCommand('promote', { name, release: version ?? undefined, dropRoutes }, { once: id }),
  rollback: ({ name, id }, runCommand) => runCommand('rollback', { name }, { once: id }),
  preview: ({ release, baseUrl, id }, runCommand) => runCommand('preview', { release, address: baseUrl, id }),
};

type About = TeamKey & { name: string | undefined; version: string | undefined };

const remote = v.fallback(v.optional(remoteName), undefined);
const version = v.fallback(v.optional(releaseVersion), undefined);
/** For the log. `to`: what pages get now. */
const aboutAsked = v.object({ name: remote, version, change: v.nullish(v.object({ release: version })) });
const aboutAnswer = v.object({ name: remote, version, to: version });

/** In each process, from the first byte of an upload on; each holds the files of its release in memory. */
const PUBLICATIONS_AT_ONCE = { ofTeam: 4, ofAll: 12 } as const;

/** Counts a publication. @returns ends it @throws ReleaseRefused for one too many, which takes no place */
function beginPublication({ userCounts: { uploadsUnderWay } }: Services, by: TeamKey): () => void {
  const places = [
    [countedAs(by), PUBLICATIONS_AT_ONCE.ofTeam],
    [countedAs({ team: '' }), PUBLICATIONS_AT_ONCE.ofAll],
  ] as const;
  const isFull = places.some(([place, most]) => uploadsUnderWay.of(place) >= most);
  demand(!isFull, 'tooMany', 'Too many releases are being published at the moment. Try again when one is done.');
  for (const [place] of places) uploadsUnderWay.add(place);
  return () => places.forEach(([place]) => uploadsUnderWay.remove(place));
}

/** @param known told who asks, as soon as it is a team of the operators, then for what */
async function act<Action extends TeamAction>(
  action: Action,
  request: FastifyRequest,
  services: Services,
  known: (about: Partial<About>) => void,
) {
  const origin = services.environment.PUBLIC_RELEASES_ORIGIN;
  const isUpload = action === 'publish' && request.isMultipart();
  const receive = isUpload ? receiveParts : receiveJson;
  let end: (() => void) | undefined;
  try {
    const received = await receive(request, services.environment, async (readRequest) => {
      const signed = await verifyHeader(action, request.headers.authorization, services, known);
      if (action === 'publish') end = beginPublication(services, signed.by);
      const asked = await verifyBody(action, signed, await readRequest(), services);
      requirePlace(asked, isUpload, origin);
      return { by: signed.by, asked };
    });
    return await answer(action, received, services, known);
  } finally {
    end?.();
  }
}

type Received<Action extends TeamAction> = {
  verified: { by: TeamKey; asked: TeamRequest<Action> };
  sent?: SentFile[];
};

/** Runs the commands of a verified request. */
async function answer<Action extends TeamAction>(
  action: Action,
  { verified: { by, asked }, sent }: Received<Action>,
  services: Services,
  known: (about: Partial<About>) => void,
) {
  const about = v.parse(aboutAsked, asked);
  const told = { name: about.name, version: about.version ?? about.change?.release };
  known(told);
  const why = 'why' in asked ? cleanField(asked.why, 'one') : '';
  const actor = { by: `${by.team}/${by.keyId}`, why, way: 'team', role: 'team', team: by } as const;
  let isChange = false;
  const runCommand: RunCommand = async (command, fields, { dryRun, once } = {}) => {
    const options = { dryRun, sent, once: once === undefined ? undefined : `${by.team} ${command} ${once}` };
    const done = await run({ command, fields }, actor, options, services);
    isChange ||= done.events.length > 0 && dryRun !== true;
    return done.answer;
  };
  const answered = await commandsOf[action](asked, runCommand, services.environment.PUBLIC_RELEASES_ORIGIN ?? '');
  const { name = told.name, version: named = told.version, to = named } = v.parse(aboutAnswer, answered);
  return { data: v.parse(teamAnswerSchemas[action], answered), isChange, told: { name, version: to } };
}

/** @throws ReleaseRefused unless the files are at the address that a publication names, or came with it */
function requirePlace(asked: object, isUpload: boolean, origin: string | undefined): void {
  if (!('baseUrl' in asked) || asked.baseUrl !== null) return;
  demand(isUpload, 'form', 'baseUrl: null: a release without an address brings its files, as multipart/form-data.');
  demand(
    origin !== undefined,
    'form',
    'This server takes no uploads: it has no PUBLIC_RELEASES_ORIGIN. Serve the files on an origin of the team, and publish their address.',
  );
}
