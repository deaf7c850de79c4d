export * from './calls.ts';
export * from './terms.ts';
export type { CalendarDay } from './wire-fields.ts';
