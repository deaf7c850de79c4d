import { spawnSync } from 'node:child_process';
import { buildAll } from '../../ops/src/build-all.ts';
import { inRepository } from '../../ops/src/workspace.ts';
import { engineNames, findEngine } from './find-engine.ts';

// Playwright would take what follows a `--` for nothing and run every story.
const playwrightArguments = process.argv.slice(2).filter((argument) => argument !== '--');

/**
 * `npm run test:engines [-- playwright arguments]`: builds what changed, says which engine is missing, runs the stories
 * in the others.
 */
try {
  const found = engineNames.map((name) => ({ name, engine: findEngine(name) }));
  for (const { name, engine } of found) if ('missing' in engine) console.log(`${name} is skipped. ${engine.missing}`);
  await buildAll(console.log);
  const { status } = spawnSync(
    process.execPath,
    [
      inRepository('node_modules/@playwright/test/cli.js'),
      'test',
      '-c',
      inRepository('e2e/engines/playwright.config.ts'),
      ...playwrightArguments,
    ],
    // Firefox is spoken to by a WebSocket, which Node 20 has behind a flag.
    {
      stdio: 'inherit',
      env: { ...process.env, NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --experimental-websocket`.trim() },
    },
  );
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
