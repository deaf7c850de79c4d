import { FolderNotWritable } from '@fridge/server/storage/writable-folder';
import { endOnSignals } from './product/end-on-signals.ts';
import { resetState, StateInUseError } from './product/state-lock.ts';
import { messageOf } from '@fridge/server/storage/text';
import { stateFolder } from './workspace.ts';

const print = (line: string): void => console.log(line);

/** The npm scripts. Most import what they run themselves, so that `npm run ops` is quick. */
const scripts: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  async start() {
    const endWith = endOnSignals(print);
    const { startProduct } = await import('./product/start-product.ts');
    endWith((await startProduct({ env: process.env, print })).stop);
  },
  async dev() {
    const endWith = endOnSignals();
    const { startDevelopment } = await import('./product/start-development.ts');
    endWith((await startDevelopment({ env: process.env, print })).stop);
  },
  api: async () => (await import('./packages/api.ts')).writeApiReports(print),
  build: async () => (await import('./build-all.ts')).buildAll(print, { commandLine: true }),
  bench: async (only) => (await import('./bench/run-bench.ts')).runBench(print, only),
  async reset() {
    const { root } = stateFolder();
    await resetState(root).catch((error: unknown) => {
      const isRefusal = error instanceof StateInUseError || error instanceof FolderNotWritable;
      throw isRefusal ? new Error(`Nothing was removed: ${error.message}`) : error;
    });
    print(`${root} is empty. The next npm start sets it up again.`);
  },
  pack: async ([folder]) => (await import('./packages/pack.ts')).pack(folder, print),
  release: async ([folder]) => (await import('./release.ts')).writeRelease(folder, print),
};

const [script = '', ...args] = process.argv.slice(2);
try {
  await scripts[script]?.(args);
} catch (error) {
  console.error(`\n${messageOf(error)}`);
  process.exit(1);
}
