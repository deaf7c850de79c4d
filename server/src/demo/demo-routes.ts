import { randomBytes } from 'node:crypto';
import { asc } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { accounts, fridges } from '../database/schema.ts';
import { success } from '../http/answers.ts';
import { issueAccessToken, scopes } from '../http/authorization.ts';
import { findHousehold, homeOf, type Household, profileOf } from '../http/household.ts';
import { refuse } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { addedFridge, describeHousehold } from './demo-households.ts';

const TOKEN_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

const userSchema = v.object({ userId: v.pipe(v.string(), v.minLength(1), v.maxLength(64)) });
const loginSchema = v.object({ ...userSchema.entries, scope: v.optional(v.picklist(scopes), 'full') });

/** What the stand-in app needs of the cloud. Registered with `DEMO=1` only: anybody may log in as anybody here. */
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
    await queries.insert(fridges).values({ ...fridge, homeId });
    return fridge;
  };

  return async (app: FastifyInstance): Promise<void> => {
    app.route({ method: ['GET', 'POST'], url: '/demo/households', handler: async () => success(await households()) });
    app.route({ method: 'POST', url: '/demo/login', handler: async ({ body }) => success(await login(body)) });
    app.route({ method: 'POST', url: '/demo/profile', handler: async ({ body }) => success(profileOf(await householdOf(body))) });
    app.route({ method: 'POST', url: '/demo/home', handler: async ({ body }) => success(homeOf(await householdOf(body))) });
    app.route({ method: 'POST', url: '/demo/addDevice', handler: async ({ body }) => success(await addDevice(body)) });
  };
}

function parse<Schema extends v.GenericSchema>(schema: Schema, body: unknown): v.InferOutput<Schema> {
  // A form has no prototype, which some checks expect.
  const parsed = v.safeParse(schema, typeof body === 'object' && body !== null ? { ...body } : body);
  if (!parsed.success) throw refuse.badInput();
  return parsed.output;
}
