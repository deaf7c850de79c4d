import Fastify from 'fastify';
import { Pool } from 'pg';

/** The measure of throughput, a process of its own: Fastify, one `select` over `pg`, and nothing else. */
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const app = Fastify();
app.get<{ Params: { userId: string } }>('/accounts/:userId', async ({ params }) => {
  const { rows } = await pool.query('select * from accounts where user_id = $1', [params.userId]);
  return rows[0];
});
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
