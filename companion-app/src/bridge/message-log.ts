import { createStore } from 'zustand/vanilla';
import type { Answer, Call } from './messages.ts';

type LogOutcome = 'call' | 'ok' | 'error' | 'silent' | 'event' | 'hello' | 'refused';

export type LogEntry = {
  key: number;
  /** Device time, ms since the epoch. */
  at: number;
  direction: 'toApp' | 'toPage';
  name: string;
  id: string;
  outcome: LogOutcome;
  detail: unknown;
  took: number | null;
};

const KEPT_ENTRIES = 300;

export type MessageLog = ReturnType<typeof createMessageLog>;

/** Newest first. */
export function createMessageLog(now: () => number = Date.now) {
  const store = createStore<readonly LogEntry[]>()(() => []);
  const calledAt = new WeakMap<Call, number>();
  let lastKey = 0;

  const add = (
    direction: LogEntry['direction'],
    name: string,
    outcome: LogOutcome,
    detail: unknown,
    { id = '', took = null }: { id?: string | number; took?: number | null } = {},
  ) => {
    lastKey += 1;
    const entry: LogEntry = {
      key: lastKey,
      at: now(),
      direction,
      name,
      id: String(id),
      outcome,
      detail: maskForLog(detail),
      took,
    };
    store.setState((entries) => [entry, ...entries].slice(0, KEPT_ENTRIES), true);
  };

  return {
    store,
    called(call: Call) {
      calledAt.set(call, now());
      add('toApp', call.method, 'call', call.params, call);
    },
    answered(call: Call, answer: Answer) {
      const took = now() - (calledAt.get(call) ?? now());
      add('toPage', call.method, answer.ok ? 'ok' : 'error', answer.ok ? answer.data : answer.error, {
        id: call.id,
        took,
      });
    },
    unanswered: (call: Call) => add('toPage', call.method, 'silent', undefined, call),
    sent: (name: string, outcome: 'event' | 'hello', detail: unknown) => add('toPage', name, outcome, detail),
    helloReceived: () => add('toApp', 'hello', 'hello', { hello: 'host' }),
    refused: (name: string, origin: string, reason: string) => add('toApp', name, 'refused', { origin, reason }),
    clear: () => store.setState([], true),
  };
}

const secretKeys = new Set(['accesstoken', 'token', 'wxtoken', 'at', 'authorization']);
const SECRET_IN_ADDRESS = /([?&#](?:accessToken|token|wxToken|at)=)([^&#\s"]*)/gi;
const SHOWS_ITS_END = 12;

/** Masks access tokens, also in URLs, and replaces pictures by their size. */
export function maskForLog(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return maskText(value, key);
  if (Array.isArray(value)) return value.map((item: unknown) => maskForLog(item, key));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, maskForLog(item, name)]));
  }
  return value;
}

function maskText(text: string, key: string): string {
  if (key.toLowerCase() === 'base64') return `<${Math.round((text.length * 3) / 4 / 1024)} KB>`;
  if (text.startsWith('data:')) return `${text.slice(0, 32)}… <${text.length}>`;
  if (secretKeys.has(key.toLowerCase())) return maskSecret(text);
  return text.replace(SECRET_IN_ADDRESS, (_whole, name: string, secret: string) => `${name}${maskSecret(secret)}`);
}

function maskSecret(text: string): string {
  if (text === '') return '';
  return text.length < SHOWS_ITS_END ? '••••' : `••••${text.slice(-4)}`;
}
