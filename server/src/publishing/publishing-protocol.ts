import * as v from 'valibot';
import { canaryShareEntries } from '@fridge/shared-contracts/team';
import { type CommandTable, doneBy, number, optionalText, text } from '../operator/command-fields.ts';
import { releaseVersion, remoteName, runningCanary } from '../registry/remote-fields.ts';
import { DESCRIPTION_BYTES } from './release-source.ts';

export const publishingCommands = {
  /**
   * `expected`: the release.json that the address has to serve. `promote`: `null` for a new version only. `canary`: gives
   * it to a part of the visitors and promotes nothing.
   */
  'registry.publish': {
    fields: v.object({
      address: v.pipe(
        v.string(),
        v.maxLength(2_000),
        v.regex(/^https?:\/\//, 'an address such as https://draw.example/1.4.0/'),
        v.url(),
      ),
      expected: v.optional(v.pipe(v.string(), v.maxLength(DESCRIPTION_BYTES))),
      dryRun: v.optional(v.boolean(), false),
      move: v.optional(v.boolean(), false),
      promote: v.optional(v.nullable(v.boolean()), null),
      canary: v.optional(v.nullable(v.strictObject(canaryShareEntries)), null),
      ...doneBy,
    }),
    /** `inForce`: the version that pages get now; `canary`: that of the remote. */
    answer: v.object({
      name: text,
      version: text,
      contract: text,
      outcome: v.picklist(['published', 'unchanged', 'moved']),
      promoted: v.boolean(),
      inForce: optionalText,
      pinned: v.boolean(),
      canary: v.nullable(runningCanary),
      files: number,
      bytes: number,
    }),
  },
  /** Without `release`: that of the canary. `from`: what pages got; `ended`: the canary, if it was of this release. */
  'registry.promote': {
    fields: v.object({ name: remoteName, release: v.optional(releaseVersion), ...doneBy }),
    answer: v.object({
      name: text,
      version: text,
      contract: text,
      from: optionalText,
      promoted: v.boolean(),
      inForce: optionalText,
      pinned: v.boolean(),
      ended: v.nullable(runningCanary),
    }),
  },
  /** Ends the canary, or promotes the release that was in force before (`promoted`). */
  'registry.rollback': {
    fields: v.object({ name: remoteName, ...doneBy }),
    answer: v.object({ from: optionalText, to: optionalText, ended: v.nullable(runningCanary), promoted: v.boolean() }),
  },
} as const satisfies CommandTable;
