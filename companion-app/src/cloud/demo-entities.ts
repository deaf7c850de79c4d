import { fridgeSchema } from '@fridge/shared-contracts/host';
import * as v from 'valibot';

const text = v.fallback(v.string(), '');

/** A household of the server's seed, as the app offers it. */
export const householdSchema = v.object({
  userId: v.pipe(v.string(), v.minLength(1)),
  nickName: text,
  mobile: text,
  homeId: text,
  description: text,
  fridges: v.fallback(v.array(fridgeSchema), []),
});
export type Household = v.InferOutput<typeof householdSchema>;

export const householdsSchema = v.array(householdSchema);

export const tokenSchema = v.object({ accessToken: v.pipe(v.string(), v.minLength(1)) });

export const profileSchema = v.object({ userId: v.string(), nickName: text, headImgUrl: text, mobile: text });
export type Profile = v.InferOutput<typeof profileSchema>;

export const homeSchema = v.object({ homeId: text, fridges: v.array(fridgeSchema) });
export type Home = v.InferOutput<typeof homeSchema>;
