/** At the host's origin. `below` is followed by the key of a link; `end` leaves the preview. */
export const previewPaths = { below: '/preview/', end: '/preview/end' } as const;

/** Below a preview's address: the module that marks the visit's pages and reloads them. */
export const PREVIEW_CLIENT = '@remote-kit/preview-client.js';

/** Of the events that it gets: where it stands. */
export const PREVIEW_EVENTS = '@remote-kit/events';

/** @returns the version of a build in the visit's registry: `1.4.0-preview.1a2b3c4d` for `1.4.0+1a2b3c4d` */
export function previewVersion(version: string): string {
  const [, core = '0.0.0', build = ''] = /^(\d+\.\d+\.\d+)(?:.*\+([\w.-]{1,12}))?/.exec(version) ?? [];
  return `${core}-preview${build === '' ? '' : `.${build}`}`;
}
