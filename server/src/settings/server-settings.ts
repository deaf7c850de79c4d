import { type RuntimeSettings, runtimeSettingsSchema } from '@fridge/shared-contracts/host';
import * as v from 'valibot';

/** What operators may set: the settings of pages, and those that no page gets. */
export const serverSettingsSchema = v.object({
  ...runtimeSettingsSchema.entries,
  /** Whether teams may show unpublished builds inside this host (docs/contract.md, "Inside a running host"). */
  previews: v.boolean(),
});
export type ServerSettings = v.InferOutput<typeof serverSettingsSchema>;

/** @returns what stands in the page, byte for byte the same whatever the rest is */
export const pageSettings = (settings: RuntimeSettings & Partial<ServerSettings>): RuntimeSettings => {
  const { previews, ...page } = settings;
  void previews;
  return page;
};
