import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { answerCode, answerSchema, clockHeaders, parseJson } from '@fridge/shared-contracts/page';
import {
  kitText,
  type TeamAction,
  teamAnswerSchemas,
  type TeamClaims,
  teamPaths,
  teamRefusalSchema,
  type teamRequestSchemas,
} from '@fridge/shared-contracts/team';
import { CompactSign } from 'jose';
import * as v from 'valibot';
import { CommandFailed, messageOf, systemCodeOf } from './command-failed.ts';
import type { Context, Options } from './command.ts';
import { loadRelease } from './load-release.ts';
import { readRemoteSettings, type RemoteSettings } from './remote-settings.ts';
import { readTeamKey, type TeamKey } from './team-key.ts';

/** Options of every command that asks the API. */
export const apiOptions = {
  api: { value: 'URL', summary: "the API's origin, in place of the one in remote-kit.json" },
  why: { value: 'TEXT', summary: 'the reason, for the log of changes' },
} as const satisfies Options;

/** Who asks whom. */
export interface TeamConnection extends Pick<Context, 'progress' | 'signal'> {
  readonly settings: Pick<RemoteSettings, 'team' | 'api'>;
  readonly key: TeamKey;
  /** Before each further attempt, milliseconds. Default: 1 s, 4 s. */
  readonly pauses?: readonly number[];
}

export type TeamAnswer<Action extends TeamAction> = v.InferOutput<(typeof teamAnswerSchemas)[Action]>;

/** Of `data`. */
const answers: { readonly [Action in TeamAction]: v.GenericSchema<unknown, TeamAnswer<Action>> } = teamAnswerSchemas;

export interface TeamRequest<Action extends TeamAction> {
  readonly action: Action;
  /** For people: `publish picnic 1.0.0`. */
  readonly what: string;
  readonly body: Omit<v.InferInput<(typeof teamRequestSchemas)[Action]>, 'kit'>;
  /** Uploaded, by their paths in the release. */
  readonly files?: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  /** The first version of the kit's API that has it, unless all have. */
  readonly since?: string;
}

/**
 * The remote of a folder, and its team's way to the API.
 * @throws CommandFailed (2) without settings, key or release
 */
export async function openTeam(
  { folder, env, progress, signal }: Pick<Context, 'folder' | 'env' | 'progress' | 'signal'>,
  { api }: { api: string | undefined },
) {
  const settings = await readRemoteSettings(folder, api);
  const connection = { settings, key: await readTeamKey(folder, env), progress, signal };
  const release = await loadRelease(folder);
  return {
    connection,
    release,
    settings,
    ask<Action extends TeamAction>(request: TeamRequest<Action>): Promise<TeamAnswer<Action>> {
      progress.step(`Asking ${settings.api} to ${request.what}`);
      return sendTeamRequest(request, connection);
    },
  };
}

const PAUSES_MS = [1_000, 4_000] as const;
/** The server fetches and reads a release before it answers. */
const LIMIT_MS = 300_000;
/** A signature counts for 5 minutes; a difference of this much is worth a word. */
const CLOCK_DIFFERENCE_MS = 60_000;

/**
 * Signs a request and sends it, again after a lost answer: what was done already, is done once.
 * @throws CommandFailed: 1 with every reason of a refusal, 3 when the API can't be reached
 */
export async function sendTeamRequest<Action extends TeamAction>(
  request: TeamRequest<Action>,
  connection: TeamConnection,
): Promise<TeamAnswer<Action>> {
  const { settings, progress, signal, pauses = PAUSES_MS } = connection;
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await sendOnce(request, connection).catch((error: unknown) => {
      signal.throwIfAborted();
      return error instanceof CommandFailed ? error : connectionFailure(settings.api, error);
    });
    if (!(outcome instanceof CommandFailed)) return outcome.answer;
    const wait = pauses[attempt];
    if (outcome.exitCode !== 3 || wait === undefined) throw outcome;
    progress.note(`${outcome.message} Trying again.`);
    await pause(wait, undefined, { signal });
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** @throws CommandFailed for a refusal; 3 where another attempt may help */
async function sendOnce<Action extends TeamAction>(
  { action, what, body, files, since }: TeamRequest<Action>,
  { settings: { team, api }, key, signal }: TeamConnection,
): Promise<{ answer: TeamAnswer<Action> }> {
  const text = JSON.stringify({ kit: kitText, ...body });
  const claims: TeamClaims = {
    iss: team,
    aud: api,
    sub: action,
    iat: Math.floor(Date.now() / 1000),
    jti: randomUUID(),
    body: sha256(text),
    ...('release' in body && typeof body.release === 'string' && { release: sha256(body.release) }),
  };
  const signature = await new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'EdDSA', kid: key.id })
    .sign(key.privateKey);
  const response = await fetch(`${api}${teamPaths[action]}`, {
    method: 'POST',
    headers: { authorization: `Team ${signature}`, ...(files === undefined && { 'content-type': 'application/json' }) },
    body: files === undefined ? text : formOf(text, files),
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
  });
  const { status, headers } = response;
  const envelope = v.safeParse(answerSchema, parseJson(await response.text()));
  if (status >= 502 && status <= 504)
    throw new CommandFailed(3, `${api} is out of service at the moment (HTTP ${status}).`);
  if (!envelope.success)
    throw new CommandFailed(
      2,
      `${api} doesn't answer as the product's API (HTTP ${status}). \`api\` of remote-kit.json, or --api, names the API's origin, not the host's.`,
    );
  const { code, msg, data } = envelope.output;
  if (code === answerCode.success) {
    const parsed = v.safeParse(answers[action], data);
    if (parsed.success) return { answer: parsed.output };
    throw new CommandFailed(
      1,
      `${api} did it, and answered in a form that this kit doesn't know: is the kit older than the product? Its version: ${kitText}.`,
    );
  }
  if (code === answerCode.ourFault) throw new CommandFailed(3, `${api} failed by a fault of its own: ${msg ?? code}`);
  const refusal = v.safeParse(teamRefusalSchema, data);
  const told = refusal.success ? refusal.output : { problems: [], kit: undefined };
  const problems = [...told.problems];
  if (code === answerCode.badInput && told.kit === undefined && since !== undefined) problems.push(tooOld(api, since));
  if (code === answerCode.notAuthorized) problems.push(...clockProblem(headers));
  throw new CommandFailed(1, problems.length > 0 ? problems : [msg ?? `code ${code}`], {
    title: `${api} refuses to ${what}. Nothing was changed:`,
  });
}

/** The field `request` comes first: the server judges it before it takes a file. */
function formOf(text: string, files: NonNullable<TeamRequest<'publish'>['files']>): FormData {
  const form = new FormData();
  form.append('request', text);
  for (const [file, content] of files) form.append(file, new Blob([content]), file);
  return form;
}

/** A server of API 1.0 doesn't tell its version. */
export const tooOld = (api: string, since: string): string =>
  `${api} doesn't know this yet: it came with version ${since} of remote-kit's API. Its operators have to update the server first.`;

function clockProblem(headers: Headers): string[] {
  const serverTime = Number(headers.get(clockHeaders.real) ?? Date.parse(headers.get('date') ?? ''));
  const difference = Date.now() - serverTime;
  if (!(Math.abs(difference) >= CLOCK_DIFFERENCE_MS)) return [];
  const minutes = Math.round(Math.abs(difference) / 60_000);
  return [
    `The clock of this machine is ${minutes} min ${difference > 0 ? 'ahead of' : 'behind'} the server's: set it, and send the request again.`,
  ];
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|ERR_TLS/;

/** @returns what it means, where another attempt may help. @throws CommandFailed (3) where none does */
function connectionFailure(api: string, error: unknown): CommandFailed {
  const code = systemCodeOf(error) ?? messageOf(error);
  const failure = (problem: string) => new CommandFailed(3, problem, { cause: error });
  const { host, hostname } = new URL(api);
  const where = '`api` of remote-kit.json, or --api, names the address.';
  if (/^(?:ENOTFOUND|EAI_AGAIN)$/.test(code)) throw failure(`The name ${hostname} can't be found: ${where}`);
  if (CERTIFICATE.test(code))
    throw failure(
      `The certificate of ${host} isn't trusted here (${code}). If an authority of your own signed it, NODE_EXTRA_CA_CERTS names its file.`,
    );
  if (error instanceof Error && error.name === 'TimeoutError')
    throw failure(`${host} took too long to answer. To send the request again is safe.`);
  if (code === 'ECONNREFUSED') return failure(`Nothing answers at ${host}: does the product run there? ${where}`);
  return failure(`The connection to ${host} broke (${code}). To send the request again is safe.`);
}
