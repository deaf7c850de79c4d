import cookie from '@fastify/cookie';
import session, { type FastifySessionOptions } from '@fastify/session';
import { and, eq, gt } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Services } from '../../program/services.ts';
import { hashOf } from './operator-links.ts';
import { operatorSessions } from './tables.ts';

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
