import { defineCall } from '@fridge/shared-contracts';
import * as v from 'valibot';

export const listPlaces = defineCall({
  path: '/team/picnic/places',
  access: 'none',
  data: v.object({ places: v.array(v.string()) }),
});
