import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { success } from './answers.ts';
import { requireSession } from './authorization.ts';
import { findHousehold, homeOf, profileOf } from './household.ts';
import { refuse } from './refusal.ts';

/** The central cloud's user request, made by the app for the page (`cloudRequest`). */
export function cloudUser({ environment, queries, clock }: Services) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'POST',
      url: '/cloud/user',
      handler: async (request) => {
        const { userId } = await requireSession(request.headers.authorization, { cloudKey: environment.CLOUD_KEY, now: clock.real() });
        await app.limits.countUser(request, userId);
        const household = await findHousehold(queries, userId);
        if (household === null) throw refuse.notAuthorized();
        return success({ ...profileOf(household), home: homeOf(household) });
      },
    });
  };
}
