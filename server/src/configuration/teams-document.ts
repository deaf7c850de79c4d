import { noList, remoteNameSchema, teamNameSchema } from '@fridge/shared-contracts/host';
import * as v from 'valibot';
import type { DocumentKind } from './documents.ts';
import { faultLines } from './fault-lines.ts';

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
const origin = v.pipe(v.string(), v.check(isOrigin, 'an origin such as https://picnic.example'));
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
  teams: v.pipe(v.unknown(), noList, v.record(teamNameSchema, teamSchema)),
});
export type TeamsDocument = v.InferOutput<typeof teamsDocumentSchema>;
export type Team = TeamsDocument['teams'][string];

export const teamsDocument: DocumentKind = {
  faultsOf: (document) => faultLines(teamsDocumentSchema, document),
  first: () => ({ teams: {} }),
};
