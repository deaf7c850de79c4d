export * from './address.ts';
export * from './calls.ts';
export * from './terms.ts';
