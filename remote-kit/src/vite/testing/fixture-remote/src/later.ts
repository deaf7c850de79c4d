/** Loaded when it is asked for, and not before. */
export const later = (): string => 'only what is loaded later has this';
