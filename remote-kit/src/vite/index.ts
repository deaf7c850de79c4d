export { defineRemote } from './define-remote.ts';
export type { ReleaseDefinition } from './release-definition.ts';
