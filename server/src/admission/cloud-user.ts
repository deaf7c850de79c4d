import type { FastifyInstance } from 'fastify';
import type { Services } from '../program/services.ts';
import { success } from '../edge/answers.ts';
import { readAuthorization } from './authorization.ts';
import { findHousehold } from './find-household.ts';
import { homeOf, profileOf } from './household.ts';
import { refuse } from '../edge/refusal.ts';
import { refuseUnknownAccount } from './unknown-accounts.ts';

/** The central cloud's user request, made by the app for the page (`cloudRequest`). */
export async function cloudUser(app: FastifyInstance, services: Services): Promise<void> {
  const { cloudKeys, queries, clock } = services;
  app.post('/cloud/user', async (request) => {
    const identity = await readAuthorization(request.headers.authorization, {
      cloudKeys,
      now: clock.real(),
    });
    if (identity?.scope !== 'full') throw refuse.notAuthorized();
    app.limits.countUser(request, identity.userId);
    const household = await findHousehold(queries, identity.userId);
    if (household === null) throw refuseUnknownAccount(services);
    return success({ ...profileOf(household), home: homeOf(household) });
  });
}
