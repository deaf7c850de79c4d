import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { DAY_MS } from '../program/clock.ts';
import { fridges, homes } from '../households/tables.ts';
import { requireOwnOrigin, success } from '../edge/answers.ts';
import { issueAccessToken, scopes } from '../admission/authorization.ts';
import { findHousehold, type OwnedHousehold } from '../admission/find-household.ts';
import { homeOf, profileOf } from '../admission/household.ts';
import { refuse } from '../edge/refusal.ts';
import { countMinutes } from '../admission/counts.ts';
import type { Services } from '../program/services.ts';
import { addedFridge, demoHouseholds } from './demo-households.ts';

const TOKEN_LIFE_MS = 30 * DAY_MS;

/** These routes need no session. */
const limits = { bodyBytes: 4 * 1024, callsPerMinute: 600, fridgesPerHome: 8 } as const;

const userSchema = v.object({ userId: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)) });
const loginSchema = v.object({ ...userSchema.entries, scope: v.optional(v.picklist(scopes), 'full') });

/** The stand-in app's cloud, with `DEMO=1` only: anyone may log in as anyone, except pages of other origins. */
export async function demoRoutes(app: FastifyInstance, { environment, queries, clock }: Services): Promise<void> {
  const count = countMinutes(clock);
  app.addHook('onRequest', async (request) => {
    requireOwnOrigin(request.headers.origin, environment.ALLOWED_ORIGINS);
    if (!count(request.ip, limits.callsPerMinute)) throw refuse.tooMany();
  });
  const answer = (name: string, methods: ('GET' | 'POST')[], act: (body: unknown) => Promise<unknown>) =>
    app.route({
      method: methods,
      url: `/demo/${name}`,
      bodyLimit: limits.bodyBytes,
      handler: async ({ body }) => success(await act(body)),
    });

  const householdOf = async (body: unknown): Promise<OwnedHousehold> => {
    const household = await findHousehold(queries, parse(userSchema, body).userId);
    if (household === null) throw refuse.badInput();
    return household;
  };

  answer('households', ['GET', 'POST'], async () => {
    const all = await Promise.all(
      demoHouseholds.map(async ({ userId, description }) => {
        const household = await findHousehold(queries, userId);
        return household === null ? [] : [{ ...profileOf(household), ...homeOf(household), description }];
      }),
    );
    return all.flat();
  });

  answer('login', ['POST'], async (body) => {
    const { userId, scope } = parse(loginSchema, body);
    await householdOf(body);
    return {
      accessToken: await issueAccessToken(
        { userId, scope, expiresAt: clock.real() + TOKEN_LIFE_MS },
        environment.CLOUD_KEY,
      ),
    };
  });

  answer('profile', ['POST'], async (body) => profileOf(await householdOf(body)));
  answer('home', ['POST'], async (body) => homeOf(await householdOf(body)));

  answer('addDevice', ['POST'], async (body) => {
    const [homeId] = (await householdOf(body)).homeIds;
    if (homeId === undefined) throw refuse.badInput();
    const fridge = { fridgeId: `F${randomBytes(5).toString('hex').toUpperCase()}`, ...addedFridge };
    await queries.transaction(async (transaction) => {
      await transaction.select({ homeId: homes.homeId }).from(homes).where(eq(homes.homeId, homeId)).for('update');
      if ((await transaction.$count(fridges, eq(fridges.homeId, homeId))) >= limits.fridgesPerHome)
        throw refuse.tooMany();
      await transaction.insert(fridges).values({ ...fridge, homeId });
    });
    return fridge;
  });
}

function parse<Schema extends v.GenericSchema>(schema: Schema, body: unknown): v.InferOutput<Schema> {
  // A form has no prototype, which some checks expect.
  const parsed = v.safeParse(schema, typeof body === 'object' && body !== null ? { ...body } : body);
  if (!parsed.success) throw refuse.badInput();
  return parsed.output;
}
