import * as v from 'valibot';
import { boolean, text } from '../contract/fields.ts';

/** At the host's origin. `below` is followed by the key of a link; `end` leaves the preview. */
export const previewPaths = { below: '/preview/', end: '/preview/end' } as const;

/**
 * In the pages of a preview's visit: at `paths` the visit's pages show this build, and nowhere else. A page either
 * shows it or not, for its whole life.
 */
export const pagePreviewSchema = v.object({
  name: text,
  version: text,
  paths: v.array(text),
  shown: boolean,
});
export type PagePreview = v.InferOutput<typeof pagePreviewSchema>;

/** Below a preview's address: the module that marks the visit's pages and reloads them. */
export const PREVIEW_CLIENT = '@remote-kit/preview-client.js';

/** Of the events that it gets: where it stands. */
export const PREVIEW_EVENTS = '@remote-kit/events';

/** @returns the version of a build in the visit's registry: `1.4.0-preview.1a2b3c4d` for `1.4.0+1a2b3c4d` */
export function previewVersion(version: string): string {
  const [, core = '0.0.0', build = ''] = /^(\d+\.\d+\.\d+)(?:.*\+([\w.-]{1,12}))?/.exec(version) ?? [];
  return `${core}-preview${build === '' ? '' : `.${build}`}`;
}
