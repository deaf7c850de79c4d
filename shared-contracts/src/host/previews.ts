/** At the host's origin. `below` is followed by the key of a link; `end` leaves the preview. */
export const previewPaths = { below: '/preview/', end: '/preview/end' } as const;

/** Below a preview's address: the module that marks the visit's pages and reloads them. */
export const PREVIEW_CLIENT = '@remote-kit/preview-client.js';
