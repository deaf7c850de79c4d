import type { HeaderTone } from '@fridge/shared-contracts';

/** Header and status bar over the night: the upper sky and its text. */
export const nightTone = { background: '#0b1030', ink: '#f4f0ff' } as const satisfies HeaderTone;
