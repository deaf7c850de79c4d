import { switchStateSchema } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { type CommandTable, doneBy, optionalText, text } from '../operator/command-fields.ts';

const teamName = v.pipe(v.string(), v.maxLength(100));
const teamFields = {
  remotes: v.array(v.pipe(v.string(), v.maxLength(100))),
  origins: v.array(v.pipe(v.string(), v.maxLength(300))),
  backend: v.nullable(v.pipe(v.string(), v.maxLength(300))),
};
const publicKey = v.pipe(
  v.string(),
  v.regex(/^[\w-]{43}$/, 'an Ed25519 key of 43 characters, as remote-kit key prints it'),
);
/** `version`: what pages get of the remote, `null` for none. */
const shownTeam = v.object({
  name: text,
  remotes: v.array(v.object({ name: text, version: optionalText, pinned: v.boolean(), state: switchStateSchema })),
  origins: v.array(text),
  backend: optionalText,
  keys: v.array(v.object({ id: text, publicKey: text, revoked: v.boolean() })),
});
export type ShownTeam = v.InferOutput<typeof shownTeam>;

export const teamCommands = {
  'teams.list': { fields: v.object({}), answer: v.array(shownTeam) },
  'teams.show': { fields: v.object({ name: teamName }), answer: shownTeam },
  'teams.add': {
    fields: v.object({ name: teamName, ...teamFields, publicKey: v.optional(publicKey), ...doneBy }),
    answer: shownTeam,
  },
  /** Fields left out stay unchanged. `replace`: takes away names and origins that a list doesn't name. */
  'teams.set': {
    fields: v.object({
      name: teamName,
      remotes: v.optional(teamFields.remotes),
      origins: v.optional(teamFields.origins),
      backend: v.optional(teamFields.backend),
      replace: v.optional(v.boolean(), false),
      ...doneBy,
    }),
    answer: shownTeam,
  },
  'teams.addKey': { fields: v.object({ name: teamName, publicKey, ...doneBy }), answer: shownTeam },
  /** At once, and for good: no other version of the document brings a revoked key back. */
  'teams.revokeKey': {
    fields: v.object({ name: teamName, keyId: v.pipe(v.string(), v.maxLength(100)), ...doneBy }),
    answer: shownTeam,
  },
  /** Its releases stay. The answer: the team as it was. */
  'teams.remove': { fields: v.object({ name: teamName, ...doneBy }), answer: shownTeam },
} as const satisfies CommandTable;
