import * as v from 'valibot';

/** A command may wait for a page that hangs; longer than this nothing is worth waiting for, milliseconds. */
const COMMAND_LIMIT_MS = 60_000;

const errorSchema = v.object({ error: v.string(), message: v.optional(v.string(), '') });
const replySchema = v.object({ value: v.unknown() });

/** Speaks W3C WebDriver with a driver on this machine. */
export type WebDriver = {
  get(path: string): Promise<unknown>;
  post(path: string, body?: object): Promise<unknown>;
  delete(path: string): Promise<unknown>;
};

/** @param base address of the driver, or of a session in it */
export function createWebDriver(base: string): WebDriver {
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(base + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(COMMAND_LIMIT_MS),
    });
    const { value } = v.parse(replySchema, await response.json());
    const refused = v.safeParse(errorSchema, value);
    if (refused.success)
      throw new Error(
        `WebDriver refused ${method} ${path}: ${refused.output.error}. ${refused.output.message.slice(0, 300)}`,
      );
    return value;
  };
  return {
    get: (path) => send('GET', path),
    post: (path, body = {}) => send('POST', path, body),
    delete: (path) => send('DELETE', path),
  };
}
