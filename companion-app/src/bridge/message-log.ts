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

  const add = (entry: Omit<LogEntry, 'key' | 'at' | 'detail' | 'took'> & { detail?: unknown; took?: number | null }) => {
    lastKey += 1;
    const line: LogEntry = { took: null, ...entry, detail: maskForLog(entry.detail), key: lastKey, at: now() };
    store.setState((entries) => [line, ...entries].slice(0, KEPT_ENTRIES), true);
  };
  const took = (call: Call) => {
    const start = calledAt.get(call);
    return start === undefined ? null : now() - start;
  };

  return {
    store,
    called(call: Call) {
      calledAt.set(call, now());
      add({ direction: 'toApp', name: call.method, id: String(call.id), outcome: 'call', detail: call.params });
    },
    answered(call: Call, answer: Answer) {
      const detail = answer.ok ? answer.data : answer.error;
      add({ direction: 'toPage', name: call.method, id: String(call.id), outcome: answer.ok ? 'ok' : 'error', detail, took: took(call) });
    },
    unanswered: (call: Call) => add({ direction: 'toPage', name: call.method, id: String(call.id), outcome: 'silent' }),
    sent: (name: string, outcome: 'event' | 'hello', detail: unknown) => add({ direction: 'toPage', name, id: '', outcome, detail }),
    helloReceived: () => add({ direction: 'toApp', name: 'hello', id: '', outcome: 'hello', detail: { hello: 'host' } }),
    refused: (name: string, origin: string, reason: string) =>
      add({ direction: 'toApp', name, id: '', outcome: 'refused', detail: { origin, reason } }),
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
