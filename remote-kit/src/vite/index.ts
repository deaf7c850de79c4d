export { defineRemote } from './define-remote.ts';
export { ReleaseDefinitionError, type ReleaseDefinition } from './release-definition.ts';
