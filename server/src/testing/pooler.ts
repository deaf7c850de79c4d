import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './postgres.ts';
import { unprivilegedUser } from './unprivileged-user.ts';

const BINARY = '/usr/sbin/pgbouncer';
const START_LIMIT_MS = 10_000;

/** A PgBouncer in transaction mode with two connections to PostgreSQL. */
interface TestPooler {
  /** Of the database, through it. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * @param direct the database's URL, of a user without a password
 * @param options.connectQuery run on each of its connections
 * @returns `null` when none is installed; with `REQUIRE_POSTGRES=1` that is an error
 */
export async function startPooler(
  direct: string,
  { connectQuery }: { connectQuery?: string } = {},
): Promise<TestPooler | null> {
  if (!existsSync(BINARY)) {
    if (process.env['REQUIRE_POSTGRES'] === '1')
      throw new Error(`${BINARY} is missing, and REQUIRE_POSTGRES=1 asks for it.`);
    return null;
  }
  const user = unprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), 'fridge-pooler-'));
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const port = await freePort();
  const { hostname, port: directPort, pathname, username } = new URL(direct);
  const database = pathname.slice(1);
  const query = connectQuery === undefined ? '' : `connect_query='${connectQuery}'`;
  const users = join(folder, 'users');
  writeFileSync(users, `"${username}" ""\n`, { mode: 0o644 });
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
${database} = host=${hostname} port=${directPort} ${query}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 2
`,
  );
  const child = spawn(BINARY, [settings], { stdio: 'ignore', ...user });
  const ended = once(child, 'exit');
  const giveUpAt = Date.now() + START_LIMIT_MS;
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > giveUpAt) throw new Error('PgBouncer did not start');
    await new Promise((next) => setTimeout(next, 20));
  }
  return {
    url: `postgres://${username}@127.0.0.1:${port}/${database}`,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}
