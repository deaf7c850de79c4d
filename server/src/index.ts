/** What end-to-end tests need of the server: to run one, and to know its demonstration and its right answers. */
export { readEnvironment } from './environment.ts';
export { demoHouseholds } from './seed/demo-households.ts';
export { questionBank } from './seed/question-bank.ts';
export { type RunningServer, startServer } from './start-server.ts';
