export { questionBank } from './activities/campaign/question.ts';
export { readEnvironment } from './program/environment.ts';
export { sign } from './admission/signature.ts';
export { answer } from './admission/signed-calls.ts';
export { answeredCalls } from './activities/answered-calls.ts';
export { startServer } from './program/start-server.ts';
export { issueAccessToken } from './admission/authorization.ts';
