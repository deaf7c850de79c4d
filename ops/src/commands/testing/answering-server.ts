import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach } from 'vitest';
import { runCli } from '../run-cli.ts';

type Request = { command: string } & Record<string, unknown>;

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
    const listening = createServer((socket) => {
      createInterface({ input: socket }).on('line', (line) => {
        const request: Request = JSON.parse(line);
        asked.push(request);
        const given = answer(request);
        if (given === undefined) socket.destroy();
        else socket.write(`${JSON.stringify(given)}\n`);
      });
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
