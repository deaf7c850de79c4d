import * as v from 'valibot';

/** A fridge's model by `sn`, the sn8 from its 4th character on (spec section 7; architecture, "The wire"). */
export const DEVICE_CONFIG_PATH = '/getInfo';
export const deviceConfigSchema = v.object({
  highBrand: v.nullish(v.union([v.number(), v.string()]), 0),
  devType: v.nullish(v.string(), ''),
});
export type DeviceConfig = v.InferOutput<typeof deviceConfigSchema>;
