import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Stands between a server and its PostgreSQL and lets a connection break at a chosen point. */
export interface DatabaseProxy {
  /** The database's URL, through here. */
  readonly url: string;
  /**
   * Breaks the connections on which the next `times` commands of these words are sent, `commit` for instance.
   * - `before`: PostgreSQL never gets the command
   * - `after`: it carries the command out, and nobody is told
   */
  breakAt(command: 'begin' | 'commit', when: 'before' | 'after', times?: number): void;
  /** From now on nothing gets through in either direction, and no connection is ended: a network that is cut. */
  freeze(): void;
  thaw(): void;
  /** Connections that are open now. */
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
      // A command without parameters is sent as its text and a NUL.
      if (broken !== null && broken.left > 0 && chunk.includes(`${broken.command}\0`)) {
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
      broken = { command, when, left: times };
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
