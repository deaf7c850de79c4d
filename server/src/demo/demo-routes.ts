import { randomBytes } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { accounts, fridges, homes } from '../database/schema.ts';
import { success } from '../http/answers.ts';
import { issueAccessToken, scopes } from '../http/authorization.ts';
import { findHousehold, homeOf, type Household, profileOf } from '../http/household.ts';
import { requireOwnOrigin } from '../http/headers.ts';
import { refuse } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { addedFridge, describeHousehold } from './demo-households.ts';

const MINUTE_MS = 60_000;
const TOKEN_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

/** These routes need no session. */
const limits = { bodyBytes: 4 * 1024, callsPerMinute: 600, fridgesPerHome: 8 } as const;

const userSchema = v.object({ userId: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)) });
const loginSchema = v.object({ ...userSchema.entries, scope: v.optional(v.picklist(scopes), 'full') });

/** The stand-in app's cloud, with `DEMO=1` only: anyone may log in as anyone, except pages of other origins. */
export function demoRoutes({ environment, queries, clock }: Services) {
  const householdOf = async (body: unknown): Promise<Household> => {
    const household = await findHousehold(queries, parse(userSchema, body).userId);
    if (household === null) throw refuse.badInput();
    return household;
  };

  const households = async () => {
    const users = await queries.select({ userId: accounts.userId }).from(accounts).orderBy(asc(accounts.userId));
    const described = users.flatMap(({ userId }) => describeHousehold(userId) ?? []);
    const list = await Promise.all(
      described.map(async ({ userId, description }) => {
        const household = await findHousehold(queries, userId);
        return household === null ? [] : [{ ...profileOf(household), ...homeOf(household), description }];
      }),
    );
    return list.flat();
  };

  const login = async (body: unknown) => {
    const { userId, scope } = parse(loginSchema, body);
    await householdOf(body);
    return { accessToken: await issueAccessToken({ userId, scope, expiresAt: clock.real() + TOKEN_LIFE_MS }, environment.CLOUD_KEY) };
  };

  const addDevice = async (body: unknown) => {
    const [homeId] = (await householdOf(body)).homeIds;
    if (homeId === undefined) throw refuse.badInput();
    const fridge = { fridgeId: `F${randomBytes(5).toString('hex').toUpperCase()}`, ...addedFridge };
    await queries.transaction(async (transaction) => {
      await transaction.select({ homeId: homes.homeId }).from(homes).where(eq(homes.homeId, homeId)).for('update');
      if ((await transaction.$count(fridges, eq(fridges.homeId, homeId))) >= limits.fridgesPerHome) throw refuse.tooMany();
      await transaction.insert(fridges).values({ ...fridge, homeId });
    });
    return fridge;
  };

  return async (app: FastifyInstance): Promise<void> => {
    const count = app.createRateLimit({ max: limits.callsPerMinute, timeWindow: MINUTE_MS, allowList: [] });
    app.addHook('onRequest', async (request) => {
      requireOwnOrigin(request.headers.origin, environment.ALLOWED_ORIGINS);
      const counted = await count(request);
      if (!counted.isAllowed && counted.isExceeded) throw refuse.tooMany();
    });
    const answer = (name: string, methods: ('GET' | 'POST')[], act: (body: unknown) => Promise<unknown>) =>
      app.route({ method: methods, url: `/demo/${name}`, bodyLimit: limits.bodyBytes, handler: async ({ body }) => success(await act(body)) });

    answer('households', ['GET', 'POST'], households);
    answer('login', ['POST'], login);
    answer('profile', ['POST'], async (body) => profileOf(await householdOf(body)));
    answer('home', ['POST'], async (body) => homeOf(await householdOf(body)));
    answer('addDevice', ['POST'], addDevice);
  };
}

function parse<Schema extends v.GenericSchema>(schema: Schema, body: unknown): v.InferOutput<Schema> {
  // A form has no prototype, which some checks expect.
  const parsed = v.safeParse(schema, typeof body === 'object' && body !== null ? { ...body } : body);
  if (!parsed.success) throw refuse.badInput();
  return parsed.output;
}
