import { defineCall } from '@fridge/shared-contracts';
import * as v from 'valibot';

const dishSchema = v.object({
  id: v.string(),
  name: v.string(),
  minutes: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** What of it is in the fridge. */
  ingredients: v.array(v.string()),
});
export type Dish = v.InferOutput<typeof dishSchema>;

/** Calls below `/team/team-name/` are checked by the API and forwarded to the team's own backend. */
export const dishCalls = {
  list: defineCall({
    path: '/team/team-name/remote-name/dishes',
    access: 'household',
    data: v.object({ dishes: v.array(dishSchema) }),
  }),
};
