import type { FastifyInstance } from 'fastify';
import type { Services } from '../program/services.ts';
import { success } from '../edge/answers.ts';
import { identify, refuseUnknownAccount } from './admit.ts';
import { findHousehold } from './find-household.ts';
import { homeOf, profileOf } from './household.ts';

/** The central cloud's user request, made by the app for the page (`cloudRequest`). */
export async function cloudUser(app: FastifyInstance, services: Services): Promise<void> {
  app.post('/cloud/user', async (request) => {
    const identity = await identify(request, 'household', services);
    const household = identity && (await findHousehold(services.queries, identity.userId));
    if (household === null) throw refuseUnknownAccount(services);
    return success({ ...profileOf(household), home: homeOf(household) });
  });
}
