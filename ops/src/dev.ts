import { messageOf } from './message-of.ts';
import { endOnSignals } from './product/end-on-signals.ts';
import { startDevelopment } from './product/start-development.ts';

/** `npm run dev`: everything from source, with hot reload. */
try {
  const endWith = endOnSignals();
  const development = await startDevelopment(process.env, (line) => console.log(line));
  endWith(development.stop);
} catch (error) {
  console.error(`\n${messageOf(error)}`);
  process.exit(1);
}
