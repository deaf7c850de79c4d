import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy to PostgreSQL that can break connections at a chosen command. */
export interface DatabaseProxy {
  /** The database's URL through the proxy. */
  readonly url: string;
  /**
   * Breaks the connections of the next `times` such commands.
   * - `before`: PostgreSQL doesn't receive the command
   * - `after`: PostgreSQL executes it, and the server gets no answer
   */
  breakAt(command: 'begin' | 'commit' | `call ${string}`, when: 'before' | 'after', times?: number): void;
  /** Blocks all traffic without closing connections, like a cut network. */
  freeze(): void;
  thaw(): void;
  /** Open connections. */
  count(): number;
  close(): Promise<void>;
}

type Pair = { client: Socket; database: Socket };

function pause({ client, database }: Pair): void {
  client.pause();
  database.pause();
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const pairs = new Set<Pair>();
  let broken: { command: string; when: 'before' | 'after'; left: number } | null = null;
  let frozen = false;

  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    const pair = { client, database };
    let mute = false;
    pairs.add(pair);
    const end = () => {
      client.destroy();
      database.destroy();
      pairs.delete(pair);
    };
    for (const socket of [client, database]) socket.on('error', end).on('close', end);
    client.on('data', (chunk) => {
      if (broken !== null && broken.left > 0 && chunk.includes(broken.command)) {
        broken.left -= 1;
        if (broken.when === 'before') return end();
        mute = true;
      }
      database.write(chunk);
    });
    database.on('data', (chunk) => {
      if (mute) end();
      else client.write(chunk);
    });
    if (frozen) pause(pair);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === 'object' ? address?.port : '');

  return {
    url: url.href,
    breakAt(command, when, times = 1) {
      // A simple query is sent as its text and a NUL.
      broken = { command: command.startsWith('call ') ? command : `${command}\0`, when, left: times };
    },
    freeze() {
      frozen = true;
      for (const pair of pairs) pause(pair);
    },
    thaw() {
      frozen = false;
      for (const { client, database } of pairs) {
        client.resume();
        database.resume();
      }
    },
    count: () => pairs.size,
    async close() {
      for (const { client, database } of pairs) {
        client.destroy();
        database.destroy();
      }
      server.close();
      await once(server, 'close');
    },
  };
}
