export { questionBank } from './activities/campaign/question-bank.ts';
export { copy, giftCopy } from './copy.ts';
export { demoHouseholds } from './demo/demo-households.ts';
export { readEnvironment } from './environment.ts';
export { sign } from './http/signature.ts';
export { answer, type AnsweredCall } from './http/signed-calls.ts';
export { answeredCalls } from './activities/answered-calls.ts';
export { type RunningServer, startServer } from './start-server.ts';
export { issueAccessToken } from './http/authorization.ts';
