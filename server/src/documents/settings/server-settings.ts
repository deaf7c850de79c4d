import { type RuntimeSettings, runtimeSettingsSchema } from '@fridge/shared-contracts/page';
import { canaryPercentSchema, canaryStepsSchema } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { noticeSchema } from './notice.ts';

/** What operators may set: the settings of pages, and those that no page gets. */
export const serverSettingsSchema = v.object({
  ...runtimeSettingsSchema.entries,
  notice: v.nullable(noticeSchema),
  /** Whether teams may show unpublished builds inside this host (docs/contract.md, "Inside a running host"). */
  previews: v.boolean(),
  releases: v.object({
    /** Whether the program takes back releases that fail (docs/operations.md, "Roll-back by itself"). */
    rollBack: v.boolean(),
    /** How a new version is given to visitors unless its publisher says; `null`: to all at once. */
    rollout: v.nullable(v.object({ percent: canaryPercentSchema, steps: canaryStepsSchema })),
    /** Most bytes of a route's scripts and styles, gzip: publishing refuses more. */
    routeBudget: v.pipe(v.number(), v.integer(), v.minValue(1)),
  }),
});
export type ServerSettings = v.InferOutput<typeof serverSettingsSchema>;

export type PageSettings = Omit<RuntimeSettings, 'reportLinkKeysAccepted'> &
  Partial<Pick<RuntimeSettings, 'reportLinkKeysAccepted'>>;

/** @returns what stands in the page, without an empty list, whose bytes every page would wait for */
export function pageSettings(settings: RuntimeSettings & Partial<ServerSettings>): PageSettings {
  const { previews, releases, notice, reportLinkKeysAccepted, ...page } = settings;
  void [previews, releases, notice];
  return reportLinkKeysAccepted.length === 0 ? page : { ...page, reportLinkKeysAccepted };
}
