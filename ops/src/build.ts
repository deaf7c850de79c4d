import { buildAll } from './build/build-all.ts';
import { buildStamps } from './workspace.ts';

/** `npm run build`: builds what changed for production. */
try {
  await buildAll(buildStamps, (done, total, text) => console.log(`  ${done}/${total} built ${text}`));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
