export { questionBank } from './activities/campaign/question.ts';
export { readEnvironment } from './environment.ts';
export { sign } from './http/signature.ts';
export { answer } from './http/signed-calls.ts';
export { answeredCalls } from './activities/answered-calls.ts';
export { startServer } from './start-server.ts';
export { issueAccessToken } from './http/authorization.ts';
