import * as v from 'valibot';
import { looseText, number, text } from '../contract/fields.ts';
import type { Skin } from '../contract/page-context.ts';

/** A fridge's model by `sn`, the sn8 from its 4th character on (spec section 7; architecture, "The wire"). */
export const DEVICE_CONFIG_PATH = '/getInfo';
export const deviceConfigSchema = v.object({
  highBrand: v.nullish(v.union([number, text]), 0),
  devType: looseText,
});
export type DeviceConfig = v.InferOutput<typeof deviceConfigSchema>;

/** Only models of this length have a brand (spec section 9). */
const SN8_LENGTH = 8;

/** @returns the `sn` of a model: its sn8 from the 4th character on; `null`: it has no brand */
export const modelOf = (sn8: string): string | null => (sn8.length === SN8_LENGTH ? sn8.slice(3) : null);

/** `highBrand` 1: the premium sub-brand; `devType` `sub`: the young one; else the main brand. */
export function skinForDevice({ highBrand, devType }: DeviceConfig): Skin {
  if (String(highBrand) === '1') return 1;
  return devType === 'sub' ? 2 : 0;
}
