import { answerCode, fill, type Fridge } from '@fridge/shared-contracts';
import { answerSchema, fridgeSchema, REQUEST_LIMIT_MS } from '@fridge/shared-contracts/host';
import * as v from 'valibot';
import { AppError, appErrorCode } from '../bridge/app-error.ts';
import { copy } from '../copy.ts';
import { homeSchema, householdsSchema, profileSchema, tokenSchema, type Home, type Household, type Profile } from './demo-entities.ts';

/** The server's demo calls and the central cloud (architecture, "The wire"). Every call may throw an `AppError`. */
export type Cloud = {
  households(): Promise<Household[]>;
  /** @returns an access token: of a session, or one that reads the user's report and nothing more */
  login(userId: string, scope?: 'report'): Promise<string>;
  profile(userId: string): Promise<Profile>;
  home(userId: string): Promise<Home>;
  /** Binds one more fridge to the user's home. */
  addDevice(userId: string): Promise<Fridge>;
  /** The central cloud's answer as it stands, whatever its code. */
  request(path: string, body: unknown, user: { userId: string; accessToken: string }): Promise<unknown>;
};

/** @param apiBase origin of the server, without a slash at its end */
export function createCloud(apiBase: string, send: typeof fetch = (...request) => fetch(...request)): Cloud {
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
      throw new AppError(appErrorCode.cloudUnreachable, fill(copy['mock.cloud.unreachable'], { address: `${apiBase}${path}` }));
    }
  }

  async function demo<Schema extends v.GenericSchema>(name: string, body: unknown, schema: Schema): Promise<v.InferOutput<Schema>> {
    const answer = v.safeParse(answerSchema, await post(`/demo/${name}`, body));
    if (!answer.success) throw new AppError(appErrorCode.cloudUnreachable, copy['mock.cloud.closed']);
    if (answer.output.code !== answerCode.success) throw new AppError(answer.output.code, answer.output.msg || fill(copy['mock.cloud.refused'], { name }));
    const data = v.safeParse(schema, answer.output.data);
    if (!data.success) throw new AppError(appErrorCode.cloudUnreachable, fill(copy['mock.cloud.malformed'], { name }));
    return data.output;
  }

  return {
    households: () => demo('households', {}, householdsSchema),
    login: async (userId, scope) => (await demo('login', { userId, scope }, tokenSchema)).accessToken,
    profile: (userId) => demo('profile', { userId }, profileSchema),
    home: (userId) => demo('home', { userId }, homeSchema),
    addDevice: (userId) => demo('addDevice', { userId }, fridgeSchema),
    request: (path, body, user) => post(`/cloud/${cloudPath(path)}`, body, { authorization: basicAuthorization(user) }),
  };
}

/** The path below `/cloud/`. @throws AppError for one that would leave it */
export function cloudPath(path: string): string {
  const clean = path.replace(/^\/+/, '');
  if (!/^[\w./-]{1,200}$/.test(clean) || clean.split('/').includes('..')) throw new AppError(appErrorCode.badParams, `path ${path}`);
  return clean;
}

function basicAuthorization({ userId, accessToken }: { userId: string; accessToken: string }): string {
  const bytes = new TextEncoder().encode(`${userId}:${accessToken}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
