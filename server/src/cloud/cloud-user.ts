import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { readAuthorization } from '../verification/authorization.ts';
import { findHousehold } from '../verification/household.ts';
import { success } from '../wire/answer.ts';
import { refuse } from '../wire/refusal.ts';
import { homeOf, profileOf } from './profile.ts';

/** The central cloud's user request, which the app makes for the page (`cloudRequest`): who the token's owner is. */
export function cloudUser({ environment, queries, clock }: Services) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'POST',
      url: '/cloud/user',
      handler: async ({ headers }) => {
        const { userId } = readAuthorization(headers.authorization, { cloudKey: environment.CLOUD_KEY, scope: 'full', now: clock.real() });
        const household = await findHousehold(queries, userId);
        if (household === null) throw refuse.notAuthorized();
        return success({ ...profileOf(household), home: homeOf(household) });
      },
    });
  };
}
