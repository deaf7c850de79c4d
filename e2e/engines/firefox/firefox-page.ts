import * as v from 'valibot';
import { type EnginePage, keyCodes } from '../engine-page.ts';
import type { BidiConnection } from './bidi-connection.ts';

const tabSchema = v.object({ context: v.string() });
const outcomeSchema = v.union([
  v.object({ type: v.literal('success'), result: v.object({ value: v.optional(v.unknown()) }) }),
  v.object({ type: v.literal('exception'), exceptionDetails: v.object({ text: v.string() }) }),
]);
const logSchema = v.object({
  level: v.string(),
  text: v.nullable(v.string()),
  source: v.object({ context: v.optional(v.string()) }),
});
const channelSchema = v.object({
  channel: v.string(),
  data: v.object({ value: v.string() }),
  source: v.object({ context: v.string() }),
});
const pictureSchema = v.object({ data: v.string() });

/** What the app's web view puts into each page, as Android does it. */
const androidBridge = `(send) => { if (window.parent === window) window.companionNative = { postMessage: (json) => send(json) }; }`;

export type FirefoxPageParts = {
  bidi: BidiConnection;
  native: string | null;
  end: () => Promise<void>;
};

export async function createFirefoxPage({ bidi, native, end }: FirefoxPageParts): Promise<EnginePage> {
  await bidi.send('session.new', { capabilities: {} });
  // The tab that Firefox starts with never gets the focus, and nothing in it matches `:focus`; one that is opened does.
  const { context } = v.parse(tabSchema, await bidi.send('browsingContext.create', { type: 'tab' }));
  const complaints: string[] = [];
  let closed = false;

  await bidi.send('session.subscribe', { events: ['log.entryAdded', 'script.message'] });
  bidi.on('log.entryAdded', (params) => {
    const { level, text } = v.parse(logSchema, params);
    if (level === 'error' || level === 'warn') complaints.push(`${level}: ${text ?? ''}`);
  });
  if (native !== null) {
    await bidi.send('script.addPreloadScript', {
      functionDeclaration: androidBridge,
      arguments: [{ type: 'channel', value: { channel: 'native' } }],
    });
    bidi.on('script.message', (params) => {
      const { data } = v.parse(channelSchema, params);
      relay(native, data.value).catch((error: unknown) => complaints.push(`NATIVE ${String(error)}`));
    });
  }

  const call = async (functionDeclaration: string, args: readonly unknown[]): Promise<unknown> => {
    const outcome = v.parse(
      outcomeSchema,
      await bidi.send('script.callFunction', {
        functionDeclaration,
        awaitPromise: true,
        target: { context },
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
      }),
    );
    if (outcome.type === 'exception') throw new Error(outcome.exceptionDetails.text);
    return JSON.parse(v.parse(v.string(), outcome.result.value));
  };

  /** Asks the app, and hands the page what it is told. A page may be gone by then; a real web view drops it as well. */
  async function relay(address: string, message: string): Promise<void> {
    const response = await fetch(address, { method: 'POST', body: message });
    if (!response.ok) throw new Error(await response.text());
    for (const told of v.parse(v.array(v.unknown()), await response.json())) {
      await call('async (args) => { window.companion?.receive(JSON.parse(args)[0]); return "null"; }', [told]).catch(
        () => undefined,
      );
    }
  }

  const act = (type: 'key' | 'pointer', actions: readonly object[]) =>
    bidi.send('input.performActions', {
      context,
      actions: [{ type, id: type, ...(type === 'pointer' && { parameters: { pointerType: 'mouse' } }), actions }],
    });

  return {
    goto: async (url) => void (await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })),
    async back() {
      await bidi.send('browsingContext.traverseHistory', { context, delta: -1 });
    },
    reload: async () => void (await bidi.send('browsingContext.reload', { context, wait: 'complete' })),
    async evaluate<Args extends unknown[], Result>(work: (...args: Args) => Result | Promise<Result>, ...args: Args) {
      const value = await call(
        `async (args) => JSON.stringify((await (${String(work)})(...JSON.parse(args))) ?? null)`,
        args,
      );
      return value as Result; // what the function returned, through JSON
    },
    async pressAt(x, y) {
      await act('pointer', [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pause', duration: 30 },
        { type: 'pointerUp', button: 0 },
      ]);
    },
    async pressKey(key) {
      await act('key', [
        { type: 'keyDown', value: keyCodes[key] },
        { type: 'keyUp', value: keyCodes[key] },
      ]);
    },
    async resize(width, height) {
      await bidi.send('browsingContext.setViewport', { context, viewport: { width, height } });
    },
    screenshot: async () =>
      Buffer.from(
        v.parse(pictureSchema, await bidi.send('browsingContext.captureScreenshot', { context })).data,
        'base64',
      ),
    complaints: () => complaints,
    async close() {
      if (closed) return;
      closed = true;
      await end();
    },
  };
}
