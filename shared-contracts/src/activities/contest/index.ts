export * from './calls.ts';
export * from './messages.ts';
export * from './terms.ts';
export * from './validation.ts';
export * from './works.ts';
