import { endOnSignals } from './product/end-on-signals.ts';
import { startProduct } from './product/start-product.ts';

/** `npm start`: production builds, the server, every origin; the host's port opens last. A server that ends is started again. */
try {
  const endWith = endOnSignals((line) => console.log(line));
  const product = await startProduct({ env: process.env, print: (line) => console.log(line) });
  endWith(product.stop);
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
