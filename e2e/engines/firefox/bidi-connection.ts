import * as v from 'valibot';

/** A command that takes longer than this has hung, milliseconds. */
const COMMAND_LIMIT_MS = 60_000;

const messageSchema = v.variant('type', [
  v.object({ type: v.literal('success'), id: v.number(), result: v.unknown() }),
  v.object({
    type: v.literal('error'),
    id: v.nullable(v.number()),
    error: v.string(),
    message: v.optional(v.string(), ''),
  }),
  v.object({ type: v.literal('event'), method: v.string(), params: v.unknown() }),
]);

/** Speaks WebDriver BiDi with a browser on this machine. */
export type BidiConnection = {
  /** @throws when the browser refuses, or doesn't answer within a minute */
  send(method: string, params: object): Promise<unknown>;
  /** Calls back for every event of that name. */
  on(event: string, listener: (params: unknown) => void): void;
  close(): void;
};

type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void };

/** @param url the browser's BiDi socket */
export async function connectBidi(url: string): Promise<BidiConnection> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, Waiting>();
  const listeners: { event: string; listener: (params: unknown) => void }[] = [];
  let commands = 0;

  const hear = (data: unknown) => {
    const message = v.parse(messageSchema, JSON.parse(String(data)));
    if (message.type === 'event')
      return listeners.forEach(({ event, listener }) => event === message.method && listener(message.params));
    const asked = message.id === null ? undefined : waiting.get(message.id);
    if (message.id !== null) waiting.delete(message.id);
    if (message.type === 'success') asked?.resolve(message.result);
    else asked?.reject(new Error(`BiDi refused: ${message.error}. ${message.message.slice(0, 300)}`));
  };
  socket.addEventListener('message', ({ data }) => hear(data));
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser has gone.'));
    waiting.clear();
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error(`${url} can't be reached.`)));
  });

  return {
    send(method, params) {
      commands += 1;
      const id = commands;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(id);
          reject(new Error(`No answer to ${method}.`));
        }, COMMAND_LIMIT_MS);
        const settled =
          <Value>(settle: (value: Value) => void) =>
          (value: Value) => {
            clearTimeout(timer);
            settle(value);
          };
        waiting.set(id, { resolve: settled(resolve), reject: settled(reject) });
        socket.send(JSON.stringify({ id, method, params }));
      });
    },
    on: (event, listener) => void listeners.push({ event, listener }),
    close: () => socket.close(),
  };
}
