import { messageOf } from './message-of.ts';
import { endOnSignals } from './product/end-on-signals.ts';
import { startProduct } from './product/start-product.ts';

/** `npm start`: production builds, the server and every origin. */
try {
  const endWith = endOnSignals((line) => console.log(line));
  const product = await startProduct({ env: process.env, print: (line) => console.log(line) });
  endWith(product.stop);
} catch (error) {
  console.error(`\n${messageOf(error)}`);
  process.exit(1);
}
