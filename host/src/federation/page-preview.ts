import { normalisePath, type PagePreview, pagePreviewSchema, parseJson } from '@fridge/shared-contracts/page';
import * as v from 'valibot';

const blockSchema = v.object({ preview: v.optional(pagePreviewSchema) });

/** @param text of the page's data block @returns the preview of its visit; `null` for everybody else */
export function readPagePreview(text: string): PagePreview | null {
  const block = v.safeParse(blockSchema, parseJson(text));
  return block.success ? (block.output.preview ?? null) : null;
}

/**
 * A document runs a preview's code or doesn't, for its whole life: between the preview's routes and all others the
 * document is loaded (architecture, "A page keeps what it was served with").
 * @returns whether a path belongs to another document than this page
 */
export const needsDocument =
  (preview: PagePreview | null) =>
  (path: string): boolean =>
    preview !== null && preview.paths.includes(normalisePath(path)) !== preview.shown;
