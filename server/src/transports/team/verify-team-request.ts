import { createHash } from 'node:crypto';
import { SIGNATURE_WINDOW_MS } from '@fridge/shared-contracts/page';
import { type TeamAction, type TeamClaims, teamClaimsSchema, teamRequestSchemas } from '@fridge/shared-contracts/team';
import { lt } from 'drizzle-orm';
import { compactVerify } from 'jose';
import * as v from 'valibot';
import type { Queries } from '../../database/database.ts';
import { kitProblem } from '../../releases/publish/read-release.ts';
import { demand, ReleaseRefused, refusedFor } from '../../releases/release-refused.ts';
import type { Services } from '../../program/services.ts';
import { parseJson } from '../../storage/text.ts';
import { teamOf, teamsInForce } from '../../releases/teams/read-teams.ts';
import { teamRequests } from '../../releases/teams/tables.ts';
import type { TeamKey } from '../../commands/actor.ts';
import { teamKeyProblems } from '../../releases/teams/team-key-problems.ts';
import { importPublicKey } from '../../releases/teams/team-keys.ts';

/** Of a team, in each process; a person and a build server need a few. */
export const TEAM_REQUESTS_PER_MINUTE = 60;

export type TeamRequest<Action extends TeamAction> = v.InferOutput<(typeof teamRequestSchemas)[Action]>;

type Signed = { by: TeamKey; claims: TeamClaims };

/**
 * Judges the header of what a team sent, before a byte of the body is read. Whoever changes something by it checks team
 * and key again in the same transaction (`teamKeyProblems`).
 * @param known told who asks, as soon as it is a team of the operators
 * @throws ReleaseRefused
 */
export async function verifyHeader(
  action: TeamAction,
  authorization: string | undefined,
  { configuration, queries, clock, environment, userCounts }: Services,
  known: (by: TeamKey) => void,
): Promise<Signed> {
  const { token, keyId, claims } = readAuthorization(authorization);
  const by = { team: claims.iss, keyId };
  const team = teamOf(teamsInForce(configuration), claims.iss);
  if (team !== null) known(by);
  const keyProblems = await teamKeyProblems(queries, team, by);
  if (team === null || keyProblems.length > 0) throw new ReleaseRefused(keyProblems);
  const publicKey = team.keys.find(({ id }) => id === keyId)?.publicKey ?? '';
  const isSigned = await compactVerify(token, await importPublicKey(publicKey), { algorithms: ['EdDSA'] }).then(
    () => true,
    () => false,
  );
  demand(isSigned, 'signature', `The signature isn't by the key ${keyId} of ${by.team}.`);
  demand(claims.aud === environment.PUBLIC_API_ORIGIN, 'audience', otherAudience(environment));
  const lateMs = clock.real() - claims.iat * 1_000;
  demand(Math.abs(lateMs) <= SIGNATURE_WINDOW_MS, 'time', clockText(lateMs));
  demand(claims.sub === action, 'action', `The request is signed to ${claims.sub}, and was sent to ${action}.`);
  // After the signature: nobody else can use a team's share up.
  const most = `${by.team} may send ${TEAM_REQUESTS_PER_MINUTE} requests a minute`;
  demand(userCounts.addCall(countedAs(by), TEAM_REQUESTS_PER_MINUTE), 'tooMany', `${most}. Try again later.`);
  return { by, claims };
}

/**
 * Judges the bytes that were signed: a JSON body, or the field `request` of a multipart one. The request's id is used
 * up last, so that a refused one stores nothing; its primary key decides across processes.
 * @throws ReleaseRefused
 */
export async function verifyBody<Action extends TeamAction>(
  action: Action,
  { by, claims }: Signed,
  body: Buffer,
  { queries, clock }: Services,
): Promise<TeamRequest<Action>> {
  demand(isHashOf(claims.body, body), 'body', "The body isn't the one that was signed.");
  const json = parseJson(body.toString('utf8'));
  requireKit(json);
  const request = readRequest(action, json);
  if ('release' in request)
    demand(isHashOf(claims.release, request.release), 'release', "release.json isn't the one that was signed.");
  const id = { id: `${by.team} ${claims.jti.toLowerCase()}`, usedAt: new Date(clock.real()) };
  const used = await queries.insert(teamRequests).values(id).onConflictDoNothing().returning();
  demand(used.length > 0, 'repeated', 'This request was sent already. Sign another one: it changes nothing twice.');
  return request;
}

const otherAudience = ({ PUBLIC_API_ORIGIN }: Services['environment']): string =>
  `The request is signed for another server; this one is ${PUBLIC_API_ORIGIN}. That address has to stand in "api" of remote-kit.json, to the letter.`;

function clockText(lateMs: number): string {
  const off = `${Math.abs(Math.round(lateMs / 1_000))} s ${lateMs < 0 ? 'ahead of' : 'behind'} this server's clock`;
  const most = SIGNATURE_WINDOW_MS / 1_000;
  return `The request is signed ${off}, and may be off by ${most} s. Set the clock of the machine that signs, and sign again.`;
}

const isHashOf = (claimed: string | undefined, content: Buffer | string): boolean =>
  claimed?.toLowerCase() === createHash('sha256').update(content).digest('hex');

const kitSchema = v.object({ kit: v.pipe(v.string(), v.regex(/^\d{1,4}\.\d{1,4}$/)) });

/** Before the form: another major version may have another one. */
function requireKit(body: unknown): void {
  demand(v.is(kitSchema, body), 'form', 'The body is no JSON with the version of remote-kit\'s API ("kit").');
  const problem = kitProblem('The request', v.parse(kitSchema, body).kit);
  demand(problem === null, 'kit', problem ?? '');
}

const SCHEME = /^Team +([\w-]+\.[\w-]+\.[\w-]+)$/i;
const headerSchema = v.object({ alg: v.literal('EdDSA'), kid: v.pipe(v.string(), v.regex(/^[\da-f]{16}$/)) });

/** Not verified yet. */
function readAuthorization(authorization = ''): { token: string; keyId: string; claims: TeamClaims } {
  const token = SCHEME.exec(authorization)?.[1] ?? '';
  demand(token !== '', 'form', 'The header Authorization has to be "Team <JWS>".');
  const [head, payload] = token.split('.').map((part) => parseJson(Buffer.from(part, 'base64url').toString('utf8')));
  const header = v.safeParse(headerSchema, head);
  const claims = v.safeParse(teamClaimsSchema, payload);
  if (header.success && claims.success) return { token, keyId: header.output.kid, claims: claims.output };
  const faults = [...(header.issues ?? []), ...(claims.issues ?? [])].map((issue) => v.getDotPath(issue) ?? 'JWS');
  throw refusedFor('form', `The signature can't be read; these of its fields don't fit: ${faults.join(', ')}.`);
}

function readRequest<Action extends TeamAction>(action: Action, body: unknown): TeamRequest<Action> {
  const parsed = v.safeParse(teamRequestSchemas[action], body);
  if (parsed.success) return parsed.output as TeamRequest<Action>; // by this action's schema
  const faults = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'the body'}: ${issue.message}`);
  throw new ReleaseRefused(faults.map((text) => ({ kind: 'form', text })));
}

/** Beside users' ids, which have no space. */
export const countedAs = ({ team }: Pick<TeamKey, 'team'>): string => `team ${team}`;

/** A request may be signed one window ahead, and is valid until one window behind. */
const REQUEST_LIFE_MS = 2 * SIGNATURE_WINDOW_MS;

/** Deletes the ids of requests that are too old anyway. */
export async function pruneTeamRequests(queries: Queries, now: number): Promise<void> {
  await queries.delete(teamRequests).where(lt(teamRequests.usedAt, new Date(now - REQUEST_LIFE_MS)));
}
