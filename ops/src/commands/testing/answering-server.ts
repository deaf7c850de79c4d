import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { socketRequestSchema } from '@fridge/server/transports/socket-schema';
import * as v from 'valibot';
import { afterEach, beforeEach } from 'vitest';
import { runCli } from '../run-cli.ts';

/** Fields and who asks, beside the command. */
type Request = { command: string } & Record<string, unknown>;

/** What a test lets the server say. */
const givenSchema = v.object({
  ok: v.boolean(),
  data: v.optional(v.unknown()),
  error: v.optional(v.string(), ''),
  events: v.optional(v.array(v.unknown()), []),
});

/**
 * Runs commands in a folder of each test's own, where nobody listens until the test says what is answered. Call it once
 * in a test file or a `describe`.
 */
export function answeringServer() {
  let folder: string;
  let server: Server | undefined;
  let asked: Request[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ops-'));
    asked = [];
  });
  afterEach(async () => {
    server?.close();
    server = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  /** Listens where the server would. @param answer `undefined` breaks the connection */
  async function answeringBy(answer: (request: Request) => unknown): Promise<void> {
    const listening = createServer(async (sent, response) => {
      const { command, fields, ...asker } = v.parse(socketRequestSchema, await json(sent));
      const request = { command, ...fields, ...asker };
      asked.push(request);
      const given = v.safeParse(givenSchema, answer(request));
      if (!given.success) return response.destroy();
      const { ok, data, events, error } = given.output;
      return response.end(JSON.stringify(ok ? { ok, answer: data, events } : { ok, problems: [error] }));
    });
    server = listening;
    await new Promise<void>((resolve) => listening.listen(join(folder, 'operator.sock'), resolve));
  }

  return {
    answeringBy,
    /** One answer for each request, in this order. */
    answering: (...answers: unknown[]) => answeringBy(() => answers.shift()),
    run: (...args: string[]) => runCli(args, { env: { STATE_DIR: folder } }),
    /** A path in the test's folder. */
    path: (name = '') => join(folder, name),
    /** Every request so far. */
    asked: (): readonly Request[] => asked,
  };
}
