import { switchStateSchema } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { type CommandTable, doneBy, limit, number, optionalNumber, text, time } from '../operator/command-fields.ts';
import { changeOf, listedRemote, releaseVersion, remoteName, runningCanary } from './remote-fields.ts';

export const registryCommands = {
  /** `unlisted`: remotes with releases that the document doesn't name, which pages therefore don't get. */
  'registry.list': {
    fields: v.object({}),
    answer: v.object({
      serial: number,
      remotes: v.array(listedRemote),
      unlisted: v.array(text),
    }),
  },
  'registry.switch': {
    fields: v.object({ name: remoteName, state: switchStateSchema, ...doneBy }),
    answer: listedRemote,
  },
  /** `release`: a version, or `latest`. `ended`: the canary that the pin ended. */
  'registry.pin': {
    fields: v.object({ name: remoteName, release: releaseVersion, ...doneBy }),
    answer: v.object({ ...listedRemote.entries, ended: v.nullable(runningCanary) }),
  },
  /**
   * Newest first. `baseUrl`: where its files are. `percent`: of the visitors, who get it as the canary. `removedAt`: since
   * when it isn't there; pages can't get it.
   */
  'registry.releases': {
    fields: v.object({ name: remoteName }),
    answer: v.array(
      changeOf({
        version: text,
        contract: text,
        baseUrl: text,
        isInForce: v.boolean(),
        percent: optionalNumber,
        removedAt: v.nullable(time),
      }),
    ),
  },
  /** Never one in force; its files go 30 days later. */
  'releases.remove': {
    fields: v.object({ name: remoteName, release: releaseVersion, ...doneBy }),
    answer: v.object({ name: text, version: text, removedAt: time }),
  },
  /** Switches, pins, canaries and promotions, newest first; of one remote, or of all. */
  'registry.history': {
    fields: v.object({ name: v.optional(remoteName), limit: limit(1_000, 50) }),
    answer: v.array(changeOf({ name: text, change: text })),
  },
} as const satisfies CommandTable;
