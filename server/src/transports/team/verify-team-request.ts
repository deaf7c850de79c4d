import { createHash } from 'node:crypto';
import { SIGNATURE_WINDOW_MS } from '@fridge/shared-contracts/page';
import { type TeamAction, type TeamClaims, teamClaimsSchema, teamRequestSchemas } from '@fridge/shared-contracts/team';
import { lt } from 'drizzle-orm';
import { compactVerify, decodeProtectedHeader } from 'jose';
import * as v from 'valibot';
import type { Queries } from '../../database/database.ts';
import { kitProblem } from '../../releases/publish/kit-problem.ts';
import { type ProblemKind, type ReleaseProblem, ReleaseRefused } from '../../releases/release-refused.ts';
import type { Services } from '../../program/services.ts';
import { parseJson } from '../../storage/text.ts';
import { type NamedTeam, teamOf, teamsInForce } from '../../releases/teams/read-teams.ts';
import { teamRequests } from '../../releases/teams/tables.ts';
import type { TeamKey } from '../../commands/actor.ts';
import { teamKeyProblems } from '../../releases/teams/team-key-problems.ts';
import { importPublicKey } from '../../releases/teams/team-keys.ts';

/** Of a team, in each process; a person and a build server need a few. */
export const TEAM_REQUESTS_PER_MINUTE = 60;

export type TeamRequest<Action extends TeamAction> = v.InferOutput<(typeof teamRequestSchemas)[Action]>;

type VerifiedRequest<Action extends TeamAction> = { by: TeamKey; request: TeamRequest<Action> };

type Verifying = Pick<Services, 'configuration' | 'queries' | 'clock' | 'environment' | 'userCounts'>;

export type SentRequest = {
  authorization: string | undefined;
  readBody: (by: TeamKey) => Promise<Buffer>;
  known?: ((by: TeamKey) => void) | undefined;
};

/**
 * Checks what a team sent, the header before the body is read; the request's id is used up last, so that a refused one
 * stores nothing. Whoever changes something by it checks team and key again in the same transaction
 * (`teamKeyProblems`).
 * @param sent.authorization the header
 * @param sent.readBody reads the bytes that were signed: a JSON body, or the field `request` of a multipart one
 * @param sent.known told who asks, as soon as it is a team of the operators
 * @throws ReleaseRefused, and what `readBody` throws
 */
export async function verifyTeamRequest<Action extends TeamAction>(
  action: Action,
  { authorization, readBody, known }: SentRequest,
  services: Verifying,
): Promise<VerifiedRequest<Action>> {
  const { configuration, queries, clock, environment } = services;
  const { token, keyId, claims } = readAuthorization(authorization);
  const by = { team: claims.iss, keyId };
  const team = teamOf(teamsInForce(configuration), claims.iss);
  if (team !== null) known?.(by);
  const keyProblems = await teamKeyProblems(queries, team, by);
  if (team === null || keyProblems.length > 0) throw new ReleaseRefused(keyProblems);
  await requireSignature(token, team, by);
  requireAudience(claims, environment.PUBLIC_API_ORIGIN);
  requireTime(claims, clock.real());
  requireAction(claims, action);
  countTeam(services, by);
  const body = await readBody(by);
  requireHash('body', claims.body, body);
  requireKit(body);
  const request = readRequest(action, body);
  if ('release' in request) requireHash('release', claims.release, Buffer.from(request.release));
  await countOnce(services, claims, by);
  return { by, request };
}

const refused = (kind: ProblemKind, text: string) => new ReleaseRefused([{ kind, text }]);

const kitSchema = v.object({ kit: v.pipe(v.string(), v.regex(/^\d{1,4}\.\d{1,4}$/)) });

/** Before the form: another major version may have another one. */
function requireKit(body: Buffer): void {
  const parsed = v.safeParse(kitSchema, parseJson(body.toString('utf8')));
  if (!parsed.success) throw refused('form', 'The body is no JSON with the version of remote-kit\'s API ("kit").');
  const problem = kitProblem('The request', parsed.output.kit);
  if (problem !== null) throw refused('kit', problem);
}

const SCHEME = /^Team +([\w-]+\.[\w-]+\.[\w-]+)$/i;
const headerSchema = v.object({ alg: v.literal('EdDSA'), kid: v.pipe(v.string(), v.regex(/^[\da-f]{16}$/)) });

/** Not verified yet. */
function readAuthorization(authorization: string | undefined): { token: string; keyId: string; claims: TeamClaims } {
  const token = SCHEME.exec(authorization ?? '')?.[1];
  if (token === undefined) throw refused('form', 'The header Authorization has to be "Team <JWS>".');
  const header = v.safeParse(headerSchema, headerOf(token));
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
  const claims = v.safeParse(teamClaimsSchema, parseJson(payload));
  if (header.success && claims.success) return { token, keyId: header.output.kid, claims: claims.output };
  const faults = [...(header.issues ?? []), ...(claims.issues ?? [])].map((issue) => v.getDotPath(issue) ?? 'JWS');
  throw refused('form', `The signature can't be read; these of its fields don't fit: ${faults.join(', ')}.`);
}

function headerOf(token: string): unknown {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return null;
  }
}

async function requireSignature(token: string, { keys }: NamedTeam, by: TeamKey): Promise<void> {
  const key = keys.find(({ id }) => id === by.keyId);
  try {
    await compactVerify(token, await importPublicKey(key?.publicKey ?? ''), { algorithms: ['EdDSA'] });
  } catch {
    throw refused('signature', `The signature isn't by the key ${by.keyId} of ${by.team}.`);
  }
}

function requireAudience({ aud }: TeamClaims, expected: string): void {
  if (aud === expected) return;
  throw refused(
    'audience',
    `The request is signed for another server; this one is ${expected}. That address has to stand in "api" of remote-kit.json, to the letter.`,
  );
}

/** @param now real time, milliseconds */
function requireTime({ iat }: TeamClaims, now: number): void {
  const late = now - iat * 1_000;
  if (Math.abs(late) <= SIGNATURE_WINDOW_MS) return;
  const seconds = -Math.round(late / 1_000);
  const most = SIGNATURE_WINDOW_MS / 1_000;
  const off = `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} this server's clock`;
  const todo = 'Set the clock of the machine that signs, and sign again.';
  throw refused('time', `The request is signed ${off}, and may be off by ${most} s. ${todo}`);
}

function requireAction({ sub }: TeamClaims, action: TeamAction): void {
  if (sub !== action) throw refused('action', `The request is signed to ${sub}, and was sent to ${action}.`);
}

function requireHash(what: 'body' | 'release', claimed: string | undefined, content: Buffer): void {
  if (claimed?.toLowerCase() === createHash('sha256').update(content).digest('hex')) return;
  throw refused(what, `${what === 'body' ? 'The body' : 'release.json'} isn't the one that was signed.`);
}

function readRequest<Action extends TeamAction>(action: Action, body: Buffer): TeamRequest<Action> {
  const parsed = v.safeParse(teamRequestSchemas[action], parseJson(body.toString('utf8')));
  if (parsed.success) return parsed.output as TeamRequest<Action>; // by this action's schema
  const faults = parsed.issues.map((issue): ReleaseProblem => {
    return { kind: 'form', text: `${v.getDotPath(issue) ?? 'the body'}: ${issue.message}` };
  });
  throw new ReleaseRefused(faults);
}

/** After the signature: nobody else can use a team's share up. */
function countTeam({ userCounts }: Verifying, by: TeamKey): void {
  if (userCounts.addCall(countedAs(by), TEAM_REQUESTS_PER_MINUTE)) return;
  throw refused('tooMany', `${by.team} may send ${TEAM_REQUESTS_PER_MINUTE} requests a minute. Try again later.`);
}

/** Beside users' ids, which have no space. */
export const countedAs = ({ team }: Pick<TeamKey, 'team'>): string => `team ${team}`;

/** The primary key decides across processes. */
async function countOnce({ queries, clock }: Verifying, { jti }: TeamClaims, by: TeamKey): Promise<void> {
  if (await claimId(queries, `${by.team} ${jti.toLowerCase()}`, clock.real())) return;
  throw refused('repeated', 'This request was sent already. Sign another one: it changes nothing twice.');
}

/** @param now real time, milliseconds. @returns false if it was used before */
async function claimId(queries: Queries, id: string, now: number): Promise<boolean> {
  const row = { id, usedAt: new Date(now) };
  const used = await queries.insert(teamRequests).values(row).onConflictDoNothing().returning();
  return used.length > 0;
}

/** A request may be signed one window ahead, and is valid until one window behind. */
const REQUEST_LIFE_MS = 2 * SIGNATURE_WINDOW_MS;

/** Deletes the ids of requests that are too old anyway. */
export async function pruneTeamRequests(queries: Queries, now: number): Promise<void> {
  await queries.delete(teamRequests).where(lt(teamRequests.usedAt, new Date(now - REQUEST_LIFE_MS)));
}
