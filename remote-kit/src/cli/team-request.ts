import { hash, randomUUID } from 'node:crypto';
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
import { CommandFailed } from './command-failed.ts';
import type { Context, Options } from './command.ts';
import { fetchText, TryAgain } from './fetch-text.ts';
import { loadRelease } from './load-release.ts';
import { readRemoteSettings, type RemoteSettings } from './remote-settings.ts';
import { origin } from './option-schemas.ts';
import { readTeamKey, type TeamKey } from './team-key.ts';

/** Options of every command that asks the API. */
export const apiOptions = {
  api: { value: 'URL', schema: origin, summary: "the API's origin, in place of the one in remote-kit.json" },
  why: { value: 'TEXT', summary: 'the reason, for the log of changes' },
} as const satisfies Options;

/** Who asks whom. */
export interface TeamConnection extends Pick<Context, 'progress' | 'signal'> {
  settings: Pick<RemoteSettings, 'team' | 'api'>;
  key: TeamKey;
  /** Before each further attempt, milliseconds. Default: 1 s, 4 s. */
  pauses?: readonly number[];
}

export type TeamAnswer<Action extends TeamAction> = v.InferOutput<(typeof teamAnswerSchemas)[Action]>;

/** Of `data`. */
const answers: { readonly [Action in TeamAction]: v.GenericSchema<unknown, TeamAnswer<Action>> } = teamAnswerSchemas;

export interface TeamRequest<Action extends TeamAction> {
  action: Action;
  /** For people: `publish picnic 1.0.0`. */
  what: string;
  body: Omit<v.InferInput<(typeof teamRequestSchemas)[Action]>, 'kit'>;
  /** Uploaded, by their paths in the release. */
  files?: ReadonlyMap<string, Uint8Array<ArrayBuffer>> | undefined;
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
    name: release.name,
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
  const { progress, signal, pauses = PAUSES_MS } = connection;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await sendOnce(request, connection);
    } catch (error) {
      const wait = pauses[attempt];
      if (!(error instanceof TryAgain) || wait === undefined) throw error;
      progress.note(`${error.message} Trying again.`);
      await pause(wait, undefined, { signal });
    }
  }
}

/** @throws CommandFailed; `TryAgain` where another attempt may help */
async function sendOnce<Action extends TeamAction>(
  { action, what, body, files }: TeamRequest<Action>,
  { settings: { team, api }, key, signal }: TeamConnection,
): Promise<TeamAnswer<Action>> {
  const text = JSON.stringify({ kit: kitText, ...body });
  const claims: TeamClaims = {
    iss: team,
    aud: api,
    sub: action,
    iat: Math.floor(Date.now() / 1000),
    jti: randomUUID(),
    body: hash('sha256', text),
    ...('release' in body && typeof body.release === 'string' && { release: hash('sha256', body.release) }),
  };
  const signature = await new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'EdDSA', kid: key.id })
    .sign(key.privateKey);
  const response = await fetchText(`${api}${teamPaths[action]}`, '`api` of remote-kit.json, or --api,', {
    method: 'POST',
    headers: { authorization: `Team ${signature}`, ...(files === undefined && { 'content-type': 'application/json' }) },
    body: files === undefined ? text : formOf(text, files),
    redirect: 'manual',
    limitMs: LIMIT_MS,
    signal,
  });
  const { status, headers } = response;
  if (status >= 502 && status <= 504) throw new TryAgain(`${api} is out of service at the moment (HTTP ${status}).`);
  const envelope = v.safeParse(answerSchema, parseJson(response.text));
  if (!envelope.success)
    throw new CommandFailed(
      2,
      `${api} doesn't answer as the product's API (HTTP ${status}). \`api\` of remote-kit.json, or --api, names the API's origin, not the host's.`,
    );
  const { code, msg, data } = envelope.output;
  if (code === answerCode.success) {
    const parsed = v.safeParse(answers[action], data);
    if (parsed.success) return parsed.output;
    throw new CommandFailed(
      1,
      `${api} did it, and answered in a form that this kit doesn't know: is the kit older than the product? Its version: ${kitText}.`,
    );
  }
  if (code === answerCode.ourFault) throw new TryAgain(`${api} failed by a fault of its own: ${msg ?? code}`);
  const { problems, kit = kitText } = v.parse(v.fallback(teamRefusalSchema, { problems: [] }), data);
  const reasons = problems.length > 0 ? problems : [msg ?? `code ${code}`];
  if (kit !== kitText) reasons.push(`It speaks version ${kit} of remote-kit's API, and this kit ${kitText}.`);
  if (code === answerCode.notAuthorized) reasons.push(...clockProblem(headers));
  throw new CommandFailed(1, reasons, { title: `${api} refuses to ${what}. Nothing was changed:` });
}

/** The field `request` comes first: the server judges it before it takes a file. */
function formOf(text: string, files: NonNullable<TeamRequest<'publish'>['files']>): FormData {
  const form = new FormData();
  form.append('request', text);
  for (const [file, content] of files) form.append(file, new Blob([content]), file);
  return form;
}

function clockProblem(headers: Headers): string[] {
  const serverTime = Number(headers.get(clockHeaders.real) ?? Date.parse(headers.get('date') ?? ''));
  const difference = Date.now() - serverTime;
  if (!(Math.abs(difference) >= CLOCK_DIFFERENCE_MS)) return [];
  const minutes = Math.round(Math.abs(difference) / 60_000);
  return [
    `The clock of this machine is ${minutes} min ${difference > 0 ? 'ahead of' : 'behind'} the server's: set it, and send the request again.`,
  ];
}
