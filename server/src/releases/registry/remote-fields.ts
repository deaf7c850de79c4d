import * as v from 'valibot';
import { registryEntrySchema, switchStateSchema } from '@fridge/shared-contracts/page';
import { number, optionalText, text, time } from '../../commands/fields.ts';

export const remoteName = v.pipe(v.string(), v.minLength(1, 'a name'), v.maxLength(100));
export const releaseVersion = v.pipe(v.string(), v.minLength(1, 'a version'), v.maxLength(100));
export const changeOf = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object({ ...entries, by: text, why: text, way: text, at: time });

const canarySteps = v.object({ percent: number, minutes: number });
/** A release for `percent` of the visitors, which grows by itself as `steps` say. */
export const runningCanary = v.object({ release: text, percent: number, steps: v.optional(canarySteps) });

/**
 * `release`: as operators wrote it; `version`, `entry`: what pages get, `null` if they can't open it. `entry` of the
 * canary: `null` while its visitors get the stable release. `gaveWay`: what was decided and has no effect, and why.
 */
export const listedRemote = v.object({
  name: text,
  state: switchStateSchema,
  release: text,
  canary: v.nullable(v.object({ ...runningCanary.entries, entry: v.nullable(registryEntrySchema) })),
  version: optionalText,
  entry: v.nullable(registryEntrySchema),
  problems: v.array(text),
  gaveWay: v.array(text),
});
