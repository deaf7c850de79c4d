export { contrastRatio } from './contrast-ratio.ts';
export { createFakeHost, type FakeHost, type FakeHostOptions } from './fake-host.ts';
export type { Move } from './fake-navigation.ts';
export { expired, given, lost, type MadeCall, type Reply } from './fake-requests.ts';
export { household, sessions } from './fake-session.ts';
