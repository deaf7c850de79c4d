// Asks this container's program whether it is ready: `node ready.mjs [port]`. Exits with 0 or 1.
const port = process.argv[2] ?? process.env.PORT ?? '4170';
const answer = await fetch(`http://127.0.0.1:${port}/ready`, { signal: AbortSignal.timeout(3000) });
const { data } = await answer.json();
process.stdout.write(`${answer.status} ${data?.reason ?? ''}\n`);
process.exitCode = answer.ok ? 0 : 1;
