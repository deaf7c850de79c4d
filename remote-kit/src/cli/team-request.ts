import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { answerCode, answerSchema } from '@fridge/shared-contracts/page';
import {
  kitText,
  type TeamAction,
  type TeamClaims,
  teamPaths,
  teamRefusalSchema,
  type teamRequestSchemas,
} from '@fridge/shared-contracts/team';
import { CompactSign } from 'jose';
import * as v from 'valibot';
import { CommandFailed } from './command-failed.ts';
import { connectionFailure, mayRetry } from './connection-failure.ts';
import { post, type PostAnswer, type PostBody } from './http-post.ts';
import { multipartBody, type UploadedFile } from './multipart.ts';
import type { Progress } from './progress.ts';
import type { RemoteSettings } from './remote-settings.ts';
import type { TeamKey } from './team-key.ts';

/** Who asks whom. */
export interface TeamConnection {
  readonly settings: Pick<RemoteSettings, 'team' | 'api'>;
  readonly key: TeamKey;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** Before each further attempt, milliseconds. Default: 1 s, 4 s. */
  readonly pauses?: readonly number[];
}

export interface TeamRequest<Action extends TeamAction, Answer> {
  readonly action: Action;
  /** For a refusal: `publish picnic 1.0.0`. */
  readonly what: string;
  readonly body: Omit<v.InferInput<(typeof teamRequestSchemas)[Action]>, 'kit'>;
  readonly files?: readonly UploadedFile[];
  /** Of `data`. */
  readonly answer: v.GenericSchema<unknown, Answer>;
  /** The first version of the kit's API that has it, unless all have. */
  readonly since?: string;
}

const PAUSES_MS = [1_000, 4_000] as const;
/** A signature counts for 5 minutes; a difference of this much is worth a word. */
const CLOCK_DIFFERENCE_MS = 60_000;

/**
 * Signs a request and sends it, again after a lost answer: what was done already, is done once.
 * @throws CommandFailed: 1 with every reason of a refusal, 3 when the API can't be reached
 */
export async function sendTeamRequest<Action extends TeamAction, Answer>(
  request: TeamRequest<Action, Answer>,
  connection: TeamConnection,
): Promise<Answer> {
  const { settings, progress, signal, pauses = PAUSES_MS } = connection;
  for (let attempt = 0; ; attempt += 1) {
    const failure = await sendOnce(request, connection).catch((error: unknown) => {
      signal.throwIfAborted();
      if (mayRetry(error)) return connectionFailure(settings.api, error);
      throw connectionFailure(settings.api, error);
    });
    const outcome = failure instanceof CommandFailed ? failure : readAnswer(request, settings.api, failure);
    if (!(outcome instanceof CommandFailed)) return outcome.answer;
    const wait = pauses[attempt];
    if (outcome.exitCode !== 3 || wait === undefined) throw outcome;
    progress.note(`${outcome.message} Trying again.`);
    await pause(wait, undefined, { signal });
  }
}

async function sendOnce<Action extends TeamAction>(
  { action, body, files }: TeamRequest<Action, unknown>,
  { settings: { team, api }, key, progress, signal }: TeamConnection,
): Promise<PostAnswer> {
  const text = JSON.stringify({ kit: kitText, ...body });
  const { contentType, body: sent } = files === undefined ? jsonBody(text) : multipartBody(text, files);
  const authorization = `Team ${await sign(key, claimsOf(team, api, action, text, body))}`;
  return post(`${api}${teamPaths[action]}`, { authorization, 'content-type': contentType }, sent, {
    signal,
    ...(files !== undefined && { onSent: (bytes: number) => progress.bytes(bytes, sent.bytes) }),
  });
}

function jsonBody(text: string): { contentType: string; body: PostBody } {
  const bytes = Buffer.from(text);
  return {
    contentType: 'application/json',
    body: {
      bytes: bytes.length,
      async *read() {
        yield bytes;
      },
    },
  };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function claimsOf(team: string, api: string, action: TeamAction, text: string, body: object): TeamClaims {
  return {
    iss: team,
    aud: api,
    sub: action,
    iat: Math.floor(Date.now() / 1000),
    jti: randomUUID(),
    body: sha256(text),
    ...('release' in body && typeof body.release === 'string' && { release: sha256(body.release) }),
  };
}

const sign = ({ privateKey, id }: TeamKey, claims: TeamClaims): Promise<string> =>
  new CompactSign(Buffer.from(JSON.stringify(claims))).setProtectedHeader({ alg: 'EdDSA', kid: id }).sign(privateKey);

/** @returns the answer, or why there is none: 3 where another attempt may help */
function readAnswer<Answer>(
  { what, answer: schema, since }: TeamRequest<TeamAction, Answer>,
  api: string,
  { status, text, serverTime }: PostAnswer,
): { answer: Answer } | CommandFailed {
  const envelope = v.safeParse(answerSchema, parseOrNull(text));
  if (status >= 502 && status <= 504)
    return new CommandFailed(3, `${api} is out of service at the moment (HTTP ${status}).`);
  if (!envelope.success)
    return new CommandFailed(
      2,
      `${api} doesn't answer as the product's API (HTTP ${status}). \`api\` of remote-kit.json, or --api, names the API's origin, not the host's.`,
    );
  const { code, msg, data } = envelope.output;
  if (code === answerCode.success) {
    const parsed = v.safeParse(schema, data);
    if (parsed.success) return { answer: parsed.output };
    return new CommandFailed(
      1,
      `${api} did it, and answered in a form that this kit doesn't know: is the kit older than the product? Its version: ${kitText}.`,
    );
  }
  if (code === answerCode.ourFault) return new CommandFailed(3, `${api} failed by a fault of its own: ${msg ?? code}`);
  const refusal = v.safeParse(teamRefusalSchema, data);
  const reasons = refusal.success ? refusal.output.problems : [];
  const told = refusal.success ? refusal.output.kit : undefined;
  const outdated =
    code === answerCode.badInput && told === undefined && since !== undefined ? [tooOld(api, since)] : [];
  const problems = [...reasons, ...outdated, ...clockProblem(code, serverTime)];
  return new CommandFailed(1, problems.length > 0 ? problems : [msg ?? `code ${code}`], {
    title: `${api} refuses to ${what}. Nothing was changed:`,
  });
}

/** A server of API 1.0 doesn't tell its version. */
export const tooOld = (api: string, since: string): string =>
  `${api} doesn't know this yet: it came with version ${since} of remote-kit's API. Its operators have to update the server first.`;

function clockProblem(code: number, serverTime: number | null): string[] {
  const difference = serverTime === null ? 0 : Date.now() - serverTime;
  if (code !== answerCode.notAuthorized || Math.abs(difference) < CLOCK_DIFFERENCE_MS) return [];
  const minutes = Math.round(Math.abs(difference) / 60_000);
  return [
    `The clock of this machine is ${minutes} min ${difference > 0 ? 'ahead of' : 'behind'} the server's: set it, and send the request again.`,
  ];
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
