import { endOnSignals } from './product/end-on-signals.ts';
import { startProduct } from './product/start-product.ts';

/** `npm start`: production builds, the server, every origin; the host's port opens last. */
try {
  let ending = false;
  const endWith = endOnSignals((line) => console.log(line));
  const product = await startProduct({ env: process.env, print: (line) => console.log(line) });
  endWith(() => {
    ending = true;
    return product.stop();
  });
  const code = await product.serverExited;
  if (!ending) {
    console.error(`The server ended by itself (${code === null ? 'it was killed' : `exit code ${code}`}). Start again with npm start; the state is kept.`);
    await product.stop();
    process.exit(1);
  }
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
