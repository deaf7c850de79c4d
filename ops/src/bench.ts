import { runBench } from './bench/run-bench.ts';

/** `npm run bench`: sizes and times beside a baseline. */
try {
  await runBench((line) => console.log(line));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
