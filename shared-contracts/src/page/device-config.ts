import * as v from 'valibot';
import { looseText, number, text } from '../contract/fields.ts';

/** A fridge's model by `sn`, the sn8 from its 4th character on (spec section 7; architecture, "The wire"). */
export const DEVICE_CONFIG_PATH = '/getInfo';
export const deviceConfigSchema = v.object({
  highBrand: v.nullish(v.union([number, text]), 0),
  devType: looseText,
});
export type DeviceConfig = v.InferOutput<typeof deviceConfigSchema>;
