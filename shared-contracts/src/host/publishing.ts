import * as v from 'valibot';

/** What a team may ask of the API with its key; each is the `sub` of a request's signature. */
export const teamActions = ['publish', 'promote', 'rollback', 'preview'] as const;
export type TeamAction = (typeof teamActions)[number];

/** Where each is sent, by POST. */
export const teamPaths = {
  publish: '/publish',
  promote: '/publish/promote',
  rollback: '/publish/rollback',
  preview: '/publish/preview',
} as const satisfies Record<TeamAction, string>;

/**
 * Claims of `Authorization: Team <JWS>`, a compact JWS (EdDSA) whose header names the key's id as `kid`. Times are
 * seconds; hashes SHA-256 in hex.
 */
export const teamClaimsSchema = v.object({
  /** The team's name. */
  iss: v.string(),
  /** The API's public origin: worth nothing at another. */
  aud: v.string(),
  sub: v.picklist(teamActions),
  iat: v.pipe(v.number(), v.integer()),
  /** Counts once. */
  jti: v.pipe(v.string(), v.uuid()),
  /** Of the JSON body, or of the field `request` of a multipart one. */
  body: v.pipe(v.string(), v.hash(['sha256'])),
  /** Of `release.json`, where the body has one. */
  release: v.optional(v.pipe(v.string(), v.hash(['sha256']))),
});
export type TeamClaims = v.InferOutput<typeof teamClaimsSchema>;

const kit = v.pipe(v.string(), v.regex(/^\d{1,4}\.\d{1,4}$/));
const why = v.optional(v.pipe(v.string(), v.maxLength(500)), '');
/** `release.json` as it was built, byte for byte. */
const release = v.string();
const address = v.pipe(v.string(), v.url(), v.regex(/^https?:\/\/.*\/$/, 'an address that ends with a slash'));

/** Body of each request. `kit`: the version that the kit speaks. */
export const teamRequestSchemas = {
  publish: v.object({
    kit,
    release,
    /** Where the files are served. `null`: they are in this request, as parts named by their paths. */
    baseUrl: v.nullable(address),
    /** `null`: a new version only. */
    promote: v.optional(v.nullable(v.boolean()), null),
    dryRun: v.optional(v.boolean(), false),
    why,
  }),
  promote: v.object({ kit, name: v.string(), version: v.string(), why }),
  /** `id`: the same one again leads back once and gets the same answer. */
  rollback: v.object({ kit, name: v.string(), why, id: v.optional(v.pipe(v.string(), v.uuid())) }),
  preview: v.object({ kit, release, baseUrl: address, id: v.optional(v.nullable(v.string()), null) }),
} as const;

/** `data` of code 0. */
export const teamAnswerSchemas = {
  publish: v.object({
    name: v.string(),
    version: v.string(),
    outcome: v.picklist(['published', 'unchanged', 'moved']),
    promoted: v.boolean(),
    /** The version that pages get, or would get after a dry run; `null`: none. */
    inForce: v.nullable(v.string()),
    pinned: v.boolean(),
    baseUrl: v.string(),
    files: v.number(),
    bytes: v.number(),
  }),
  promote: v.object({ name: v.string(), from: v.nullable(v.string()), to: v.string() }),
  rollback: v.object({ name: v.string(), from: v.string(), to: v.string() }),
  /** `id` repeats a preview with another build; `url` opens it in the host, once. */
  preview: v.object({ id: v.string(), url: v.string(), expiresAt: v.number() }),
} as const;

/** `data` of any other code: every reason at once. */
export const teamRefusalSchema = v.object({ problems: v.array(v.string()) });
