/** For a team's own backend: Fastify 5. */
export { answerCall, type MadeCall } from './answer-call.ts';
export { answer, type Envelope, refuse, type RefusalCode } from './envelope.ts';
export type { CallIdentity } from './verify-identity.ts';
export { requireHousehold, teamBackend, type TeamBackendOptions } from './team-backend.ts';
export type { CallBody } from './read-body.ts';
