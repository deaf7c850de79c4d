import legacy from './legacy.cjs';

/** Loaded when it is asked for, and not before. */
export const later = (): string => legacy('only what is loaded later has this');
