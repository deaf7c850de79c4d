/**
 * Both screens with a form, built as one file: apart, they would need a seventh file for what they share
 * (docs/decisions/0002-federation.md).
 */
export { default as EditScreen } from './edit/edit-screen.tsx';
export { default as UploadScreen } from './upload/upload-screen.tsx';
