import settings from '../remote-kit.json' with { type: 'json' };
import { createBackend } from './server.ts';

const { PORT = '4300', HOST = '127.0.0.1' } = process.env;

const backend = await createBackend({ team: settings.team, api: settings.api });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void backend.close());
await backend.listen({ port: Number(PORT), host: HOST });
