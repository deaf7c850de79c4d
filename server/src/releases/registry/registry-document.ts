import { noList, releaseVersionSchema, remoteNameSchema } from '@fridge/shared-contracts/page';
import { canaryShareEntries } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { plainText } from '../../commands/fields.ts';
import { faultLines, keptNames } from '../../documents/document-schema.ts';

/** The default: the last promoted release that fits the host's contract. */
export const LATEST = 'latest';

/** `percent`: what holds now. */
export const canarySchema = v.strictObject({
  release: releaseVersionSchema,
  ...canaryShareEntries,
});
export type Canary = v.InferOutput<typeof canarySchema>;

/** `1.5.0 for 10 %, 10 % more every 30 minutes`. */
export function canaryWords({ release, percent, steps }: Canary): string {
  const every = steps?.minutes === 1 ? 'minute' : `${steps?.minutes} minutes`;
  return `${release} for ${percent} %${steps === undefined ? '' : `, ${steps.percent} % more every ${every}`}`;
}

export const offText = plainText(80);
/** Of all remotes that aren't on: `/switches.json` stays small. */
const MOST_OFF_CHARACTERS = 240;

const remoteSchema = v.strictObject({
  enabled: v.boolean(),
  /** Nothing of the remote is loaded, whatever `enabled` says. */
  stopped: v.optional(v.boolean()),
  /** What its users read while it isn't on. */
  offText: v.optional(offText),
  /** A version: an operator's pin. */
  release: v.optional(
    v.custom<string>(
      (written) => written === LATEST || v.is(releaseVersionSchema, written),
      '"latest" or a version such as 1.4.0',
    ),
    LATEST,
  ),
  /** Another release for a part of the visitors. */
  canary: v.optional(canarySchema),
});

/** What operators write (architecture, "The registry"). */
export const registryDocumentSchema = v.strictObject({
  version: v.literal(2),
  remotes: v.pipe(v.unknown(), noList, keptNames, v.record(remoteNameSchema, remoteSchema)),
});
export type RegistryDocument = v.InferOutput<typeof registryDocumentSchema>;
export type RemoteDecision = RegistryDocument['remotes'][string];

export const emptyRegistry: RegistryDocument = { version: 2, remotes: {} };

/** @returns `null` for a remote that the document doesn't list */
export function decidedOf(name: string, { remotes }: RegistryDocument): RemoteDecision | null {
  return (Object.hasOwn(remotes, name) ? remotes[name] : undefined) ?? null;
}

export function withDecision(document: RegistryDocument, name: string, decision: RemoteDecision): RegistryDocument {
  return { ...document, remotes: { ...document.remotes, [name]: decision } };
}

export const NEW_REMOTE: RemoteDecision = { enabled: true, release: LATEST };

/** With the remote, switched on, if the document doesn't list it. */
export function listRemote(document: RegistryDocument, name: string): RegistryDocument {
  return decidedOf(name, document) === null ? withDecision(document, name, NEW_REMOTE) : document;
}

/** Each fault by the path of its field, without the value that was found; none if the document fits. */
export function registryFaults(document: unknown): string[] {
  const parsed = v.safeParse(registryDocumentSchema, document);
  if (!parsed.success) return faultLines(registryDocumentSchema, document);
  const characters = Object.values(parsed.output.remotes).reduce(
    (sum, { offText: { length } = '' }) => sum + length,
    0,
  );
  return characters <= MOST_OFF_CHARACTERS
    ? []
    : [`remotes: their texts have ${characters} characters, ${MOST_OFF_CHARACTERS} in all is the most`];
}
