/** Both forms in one file: apart, they need a seventh for shared code (docs/decisions/0002-federation.md). */
export { removeDraft } from '../form/draft-keeper.ts';
export * as edit from './edit/edit-screen.tsx';
export * as upload from './upload/upload-screen.tsx';
