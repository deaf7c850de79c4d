import * as v from 'valibot';
import { type EnginePage, keyCodes } from '../engine-page.ts';
import type { WebDriver } from './web-driver.ts';

const outcomeSchema = v.union([v.object({ error: v.string() }), v.object({ value: v.unknown() })]);
const rectSchema = v.object({ width: v.number(), height: v.number() });
const sizeSchema = v.tuple([v.number(), v.number()]);
/** So often a window is asked for its size: without a window manager it follows a moment later. */
const RESIZE_TRIES = 6;

export type WebKitPageParts = {
  /** The page's session. */
  driver: WebDriver;
  /** What driver and browser have printed; it grows. */
  lines: readonly string[];
  end: () => void;
};

export function createWebKitPage({ driver, lines, end }: WebKitPageParts): EnginePage {
  let closed = false;
  const size = async () =>
    v.parse(sizeSchema, await driver.post('/execute/sync', { script: 'return [innerWidth, innerHeight]', args: [] }));
  const act = (type: 'key' | 'pointer', actions: readonly object[]) =>
    driver.post('/actions', {
      actions: [{ type, id: type, ...(type === 'pointer' && { parameters: { pointerType: 'mouse' } }), actions }],
    });

  return {
    goto: async (url) => void (await driver.post('/url', { url })),
    back: async () => void (await driver.post('/back')),
    reload: async () => void (await driver.post('/refresh')),
    async evaluate<Args extends unknown[], Result>(work: (...args: Args) => Result | Promise<Result>, ...args: Args) {
      const script = `
        const [args, done] = arguments;
        Promise.resolve()
          .then(() => (${String(work)})(...args))
          .then((value) => done({ value: value === undefined ? null : value }), (error) => done({ error: String((error && error.stack) || error) }));`;
      const outcome = v.parse(outcomeSchema, await driver.post('/execute/async', { script, args: [args] }));
      if ('error' in outcome) throw new Error(outcome.error);
      return outcome.value as Result; // what the function returned, through JSON
    },
    async pressAt(x, y) {
      await act('pointer', [
        { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y), origin: 'viewport' },
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
      for (let tries = 0; tries < RESIZE_TRIES; tries += 1) {
        const [innerWidth, innerHeight] = await size();
        if (innerWidth === width && innerHeight === height) return;
        const rect = v.parse(rectSchema, await driver.get('/window/rect'));
        await driver.post('/window/rect', {
          x: 0,
          y: 0,
          width: rect.width + width - innerWidth,
          height: rect.height + height - innerHeight,
        });
        await new Promise((next) => setTimeout(next, 300));
      }
      throw new Error(`The window can't be made ${width} x ${height}.`);
    },
    screenshot: async () => Buffer.from(v.parse(v.string(), await driver.get('/screenshot')), 'base64'),
    complaints: () =>
      lines.filter((line) => /^CONSOLE .*\b(ERROR|WARN)/.test(line) || /^(CRASHED|NATIVE)\b/.test(line)),
    async close() {
      if (closed) return;
      closed = true;
      await driver.delete('').catch(() => undefined); // a browser that is gone has no session left to end
      end();
    },
  };
}
