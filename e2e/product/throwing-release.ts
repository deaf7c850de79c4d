import { createHash } from 'node:crypto';
import { publishAnother } from './another-release.ts';
import type { Guest } from './guest.ts';
import type { Product } from './run-product.ts';

export const THROWING_VERSION = '9.9.9';

const SCREEN = /assets\/guide-screen-[^/]*\.js$/;
const THROWING = 'export default function Broken() { throw new Error("broken on purpose"); }\n';

/** Publishes the campaign once more with a guide that throws, and gives it to nobody. */
export function publishThrowingRelease(product: Product): Promise<Guest> {
  const integrity = `sha384-${createHash('sha384').update(THROWING).digest('base64')}`;
  return publishAnother(
    product,
    'campaign2023',
    (description) => ({
      ...description,
      version: THROWING_VERSION,
      scripts: description.scripts.map((script) =>
        SCREEN.test(script.file) ? { ...script, integrity, bytes: THROWING.length } : script,
      ),
    }),
    { path: SCREEN, text: THROWING },
  );
}
