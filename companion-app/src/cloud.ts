import { answerCode, fill } from '@fridge/shared-contracts';
import { answerSchema, fridgeSchema, REQUEST_LIMIT_MS } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { AppError, appErrorCode } from './bridge/messages.ts';
import { copy } from './copy.ts';

const text = v.fallback(v.string(), '');

const householdSchema = v.object({
  userId: v.pipe(v.string(), v.minLength(1)),
  nickName: text,
  mobile: text,
  homeId: text,
  description: text,
  fridges: v.fallback(v.array(fridgeSchema), []),
});
export type Household = v.InferOutput<typeof householdSchema>;

const tokenSchema = v.object({ accessToken: v.pipe(v.string(), v.minLength(1)) });

const profileSchema = v.object({ userId: v.string(), nickName: text, headImgUrl: text, mobile: text });
export type Profile = v.InferOutput<typeof profileSchema>;

const homeSchema = v.object({ homeId: text, fridges: v.array(fridgeSchema) });
export type Home = v.InferOutput<typeof homeSchema>;

export type Cloud = ReturnType<typeof createCloud>;

/**
 * Demo calls and central cloud (architecture, "The wire"). Calls may throw `AppError`. @param apiBase without a
 * trailing slash
 */
export function createCloud(apiBase: string, send: typeof fetch = (...request) => fetch(...request)) {
  async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<unknown> {
    try {
      const response = await send(`${apiBase}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body ?? {}),
        signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
      });
      return await response.json();
    } catch {
      throw new AppError(
        appErrorCode.cloudUnreachable,
        fill(copy['mock.cloud.unreachable'], { address: `${apiBase}${path}` }),
      );
    }
  }

  async function demo<Data>(name: string, body: unknown, schema: v.GenericSchema<unknown, Data>): Promise<Data> {
    const answer = v.safeParse(answerSchema, await post(`/demo/${name}`, body));
    if (!answer.success) throw new AppError(appErrorCode.cloudUnreachable, copy['mock.cloud.closed']);
    const { code, msg } = answer.output;
    if (code !== answerCode.success) throw new AppError(code, msg || fill(copy['mock.cloud.refused'], { name }));
    const data = v.safeParse(schema, answer.output.data);
    if (!data.success) throw new AppError(appErrorCode.cloudUnreachable, fill(copy['mock.cloud.malformed'], { name }));
    return data.output;
  }

  return {
    households: () => demo('households', {}, v.array(householdSchema)),
    /** @returns an access token; scope `report` reads only the user's report */
    login: async (userId: string, scope?: 'report') =>
      (await demo('login', { userId, scope }, tokenSchema)).accessToken,
    profile: (userId: string) => demo('profile', { userId }, profileSchema),
    home: (userId: string) => demo('home', { userId }, homeSchema),
    addDevice: (userId: string) => demo('addDevice', { userId }, fridgeSchema),
    /** The central cloud's answer, whatever its code. */
    request: (path: string, body: unknown, user: { userId: string; accessToken: string }) =>
      post(`/cloud/${cloudPath(path)}`, body, { authorization: basicAuthorization(user) }),
  };
}

/** @returns the path below `/cloud/` @throws AppError for a path that leaves it */
export function cloudPath(path: string): string {
  const clean = path.replace(/^\/+/, '');
  if (/^[\w./-]{1,200}$/.test(clean) && !clean.split('/').includes('..')) return clean;
  throw new AppError(appErrorCode.badParams, `path ${path}`);
}

function basicAuthorization({ userId, accessToken }: { userId: string; accessToken: string }): string {
  const bytes = new TextEncoder().encode(`${userId}:${accessToken}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
