import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import * as v from 'valibot';
import cookie from '@fastify/cookie';
import session, { type FastifySessionOptions } from '@fastify/session';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { text } from '../../commands/fields.ts';
import { Refused } from '../../commands/refused.ts';
import { command } from '../../commands/table.ts';
import type { Queries } from '../../database/database.ts';
import { record } from '../../history/events.ts';
import type { Services } from '../../program/services.ts';
import { operatorLinks, operatorSessions } from './tables.ts';

export const LINK_LIFE_MS = 10 * 60 * 1000;

/** What the database keeps of a key: reading its tables lets nobody in. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

export const linkCommands = {
  'works review': command({
    does: 'gives a link that opens the review page once, within ten minutes, in the name of who asks',
    may: ['operator'],
    kind: 'look',
    fields: {},
    answer: v.object({ link: text }),
    async run(_fields, context) {
      const { queries, clock, environment, by } = context;
      if (!environment.LISTENERS.includes('operations'))
        throw new Refused('This process opens no operations listener: ask one whose LISTENERS name it.');
      await record(queries, context, clock, { about: [] });
      const key = await makeLink(queries, by, clock.real());
      return { link: `${environment.PUBLIC_OPERATIONS_ORIGIN}/enter?key=${key}` };
    },
  }),
};

/** @returns its key, which opens once, within ten minutes, in any process */
export async function makeLink(queries: Queries, operator: string, now: number): Promise<string> {
  const key = randomBytes(24).toString('base64url');
  await queries
    .insert(operatorLinks)
    .values({ keyHash: hashOf(key), operator, expiresAt: new Date(now + LINK_LIFE_MS) });
  return key;
}

const isOpen = (key: string, now: number) =>
  and(eq(operatorLinks.keyHash, hashOf(key)), isNull(operatorLinks.usedAt), gt(operatorLinks.expiresAt, new Date(now)));

/** Doesn't use the link up. @returns whom it was made for */
export async function findLink(queries: Queries, key: string, now: number): Promise<string | null> {
  const [found] = await queries
    .select({ operator: operatorLinks.operator })
    .from(operatorLinks)
    .where(isOpen(key, now));
  return found?.operator ?? null;
}

/** @returns the operator's name; of two concurrent calls one succeeds, the other gets `null` */
export async function useLink(queries: Queries, key: string, now: number): Promise<string | null> {
  const [used] = await queries
    .update(operatorLinks)
    .set({ usedAt: new Date(now) })
    .where(isOpen(key, now))
    .returning({ operator: operatorLinks.operator });
  return used?.operator ?? null;
}

/** Deletes links and sessions whose time is over. */
export async function pruneOperatorAccess({ queries, clock }: Pick<Services, 'queries' | 'clock'>): Promise<void> {
  const now = new Date(clock.real());
  await queries.delete(operatorLinks).where(lt(operatorLinks.expiresAt, now));
  await queries.delete(operatorSessions).where(lt(operatorSessions.expiresAt, now));
}

declare module 'fastify' {
  interface Session {
    /** The operator's name; empty without a session. */
    operator?: string;
    /** Shown on the next page. */
    message?: unknown;
  }
}

type SessionStore = NonNullable<FastifySessionOptions['store']>;

const SESSION_LIFE_MS = 12 * 60 * 60 * 1000;

const dataSchema = v.object({ operator: v.optional(v.string(), ''), message: v.optional(v.unknown()) });

/**
 * Sessions of the operators' pages, shared by all processes through the database. They begin with a one-time link and
 * end after twelve hours. Changes are saved by `save`: behind a proxy that ends TLS the plugin itself takes a request
 * for insecure, and wouldn't.
 */
export async function keepOperatorSessions(app: FastifyInstance, services: Services): Promise<void> {
  const { protocol, port } = new URL(services.environment.PUBLIC_OPERATIONS_ORIGIN);
  const secure = protocol === 'https:';
  await app.register(cookie);
  await app.register(session, {
    store: createStore(services),
    // The id alone opens a session: it is drawn at random, and only its hash is stored.
    secret: { sign: (id) => id, unsign: (id) => ({ valid: true, renew: false, value: id }) },
    // All ports of a host share their cookies.
    cookieName: secure ? '__Host-operator' : `operator-${port || '80'}`,
    // `lax`: the link may be opened from another site, such as a chat.
    cookie: { secure, httpOnly: true, sameSite: 'lax', path: '/', maxAge: SESSION_LIFE_MS },
    rolling: false,
    saveUninitialized: false,
  });
}

/** Begins a session with a new id, whatever the browser had. */
export async function beginSession(request: FastifyRequest, operator: string): Promise<void> {
  await request.session.regenerate();
  request.session.operator = operator;
  await request.session.save();
}

const byId = (id: string) => eq(operatorSessions.idHash, hashOf(id));

function createStore({ queries, clock }: Services): SessionStore {
  const save = async (id: string, content: unknown) => {
    const data = v.parse(dataSchema, content);
    await queries
      .insert(operatorSessions)
      .values({ idHash: hashOf(id), data, expiresAt: new Date(clock.real() + SESSION_LIFE_MS) })
      .onConflictDoUpdate({ target: operatorSessions.idHash, set: { data } });
  };
  const find = async (id: string) => {
    const [row] = await queries
      .select({ data: operatorSessions.data })
      .from(operatorSessions)
      .where(and(byId(id), gt(operatorSessions.expiresAt, new Date(clock.real()))));
    return row === undefined ? null : v.parse(dataSchema, row.data);
  };
  return {
    set: (id, content, done) => void save(id, content).then(() => done(), done),
    // The cookie's own time isn't stored: the row's counts.
    get: (id, done) => void find(id).then((data) => done(null, data as Parameters<typeof done>[1]), done),
    destroy: (id, done) =>
      void queries
        .delete(operatorSessions)
        .where(byId(id))
        .then(() => done(), done),
  };
}
