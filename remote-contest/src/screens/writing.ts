/**
 * The two screens on which a work is written. They are forms of the same fields, and one file: apart they would share a
 * file beside their own, the seventh of the route (docs/decisions/0002-federation.md).
 */
export { default as EditScreen } from './edit/edit-screen.tsx';
export { default as UploadScreen } from './upload/upload-screen.tsx';
