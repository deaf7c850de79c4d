import { noList, remoteNameSchema } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { keyIdOf } from '../releases/teams/team-keys.ts';
import type { DocumentKind } from './documents.ts';
import { faultLines, isPlainOrigin, keptNames } from './document-schema.ts';

const origin = v.pipe(v.string(), v.check(isPlainOrigin, 'an origin such as https://picnic.example'));
const backend = v.pipe(v.string(), v.url(), v.regex(/^https?:/, 'an address of http or https'));

/** Enough for a rotation. */
const MOST_KEYS = 2;

const teamSchema = v.strictObject({
  /** The names that it may publish, promote and roll back. */
  remotes: v.pipe(v.array(remoteNameSchema), v.maxLength(50)),
  /** Where its releases may be served from. Empty: it uploads them. */
  origins: v.pipe(v.array(origin), v.maxLength(20)),
  /** Gets its calls below `/team/<name>/`. */
  backend: v.optional(v.nullable(backend), null),
  keys: v.pipe(
    v.array(
      v.strictObject({
        /** SHA-256 of the public key, the first 16 digits in hex. */
        id: v.pipe(v.string(), v.regex(/^[\da-f]{16}$/, '16 hexadecimal digits')),
        /** Ed25519, 32 bytes as base64url. */
        publicKey: v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'an Ed25519 key of 43 characters of base64url')),
      }),
    ),
    v.maxLength(MOST_KEYS, `at most ${MOST_KEYS} keys`),
  ),
});

/** Teams that publish remotes (architecture, "The registry"). */
export const teamsDocumentSchema = v.strictObject({
  teams: v.pipe(v.unknown(), noList, keptNames, v.record(remoteNameSchema, teamSchema)),
});
export type TeamsDocument = v.InferOutput<typeof teamsDocumentSchema>;
export type Team = TeamsDocument['teams'][string];

export const teamsDocument: DocumentKind = {
  faultsOf(document) {
    const parsed = v.safeParse(teamsDocumentSchema, document);
    return parsed.success ? conflicts(parsed.output) : faultLines(teamsDocumentSchema, document);
  },
  initial: { teams: {} },
};

/** A name and a key belong to one team only, and a key has the id that it is known by. */
function conflicts({ teams }: TeamsDocument): string[] {
  const holders = new Map<string, string>();
  const keepers = new Map<string, string>();
  return Object.entries(teams).flatMap(([team, { remotes, keys }]) => [
    ...remotes.flatMap((remote) =>
      taken(holders, remote, team).map((by) => `teams.${team}.remotes: ${remote} is ${by}`),
    ),
    ...keys.flatMap(({ id, publicKey }) => [
      ...taken(keepers, id, team).map((by) => `teams.${team}.keys: ${id} is ${by}`),
      ...(id === keyIdOf(publicKey) ? [] : [`teams.${team}.keys: ${id} isn't the id of its public key`]),
    ]),
  ]);
}

/** @returns whose it is already, if it is somebody's */
function taken(owners: Map<string, string>, what: string, team: string): string[] {
  const owner = owners.get(what);
  owners.set(what, owner ?? team);
  if (owner === undefined) return [];
  return [owner === team ? 'named twice' : `the team ${owner}'s already`];
}
