import type { LeftOut, Registry } from '@fridge/shared-contracts/host';
import { type Content, contentOf } from '../host-origin/content.ts';

export type ServedContent = Content & {
  registry: Registry;
  leftOut: readonly LeftOut[];
  /** For the page: without the lists of hashed scripts. */
  slim: unknown;
};

/** What pages get now; both forms tell of the same. */
export type ServedRegistry = { current(): ServedContent };

/**
 * `/remotes.json` and the page's block. Of a remote that can't be opened pages get the name alone, so that its address
 * says so, and offers a retry.
 */
export function servedContent(registry: Registry, leftOut: readonly LeftOut[] = []): ServedContent {
  const broken = Object.fromEntries(leftOut.map(({ name }) => [name, {}]));
  const text = `${JSON.stringify({ ...registry, remotes: { ...registry.remotes, ...broken } }, null, 2)}\n`;
  const slim = Object.entries(registry.remotes).map(([name, entry]) => [name, { ...entry, scripts: undefined }]);
  return {
    registry,
    leftOut,
    slim: { ...registry, remotes: { ...Object.fromEntries(slim), ...broken } },
    ...contentOf(text),
  };
}
