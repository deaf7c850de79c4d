/** Both forms in one file: apart, they need a seventh for shared code (docs/decisions/0002-federation.md). */
export { removeDraft } from '../form/draft-keeper.ts';
export { default as EditScreen } from './edit/edit-screen.tsx';
export { default as UploadScreen } from './upload/upload-screen.tsx';
