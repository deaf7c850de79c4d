import { type ThrownPlace, withoutRetry, withoutValues } from '@fridge/shared-contracts/page';

/** In the forms of V8, JavaScriptCore and SpiderMonkey. Bounded, since a message may be long and of many addresses. */
const FRAME = /(https?:\/\/[^\s()@]{1,1000}?):(\d+):(\d+)/g;

/**
 * What a team may know of an error: the nearest place in its release's files, and what it says without values.
 * @param entry address of the release's entry; its other files lie beside it
 */
export function thrownAt(error: unknown, entry: string): { place?: ThrownPlace; message?: string } {
  if (!(error instanceof Error)) return {};
  const folder = new URL('.', entry).href;
  const frames = [...String(error.stack).matchAll(FRAME)].map(([, file = '', line, column]) => ({
    file: withoutRetry(file).replace(/\?.*/, ''),
    line: Number(line),
    column: Number(column),
  }));
  const own = frames.find(({ file }) => file.startsWith(folder));
  const message = withoutValues(`${error.name}: ${error.message}`);
  return { ...(own && { place: { ...own, file: own.file.slice(folder.length) } }), ...(message && { message }) };
}
