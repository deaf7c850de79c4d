import type { HeaderTone } from '@fridge/shared-contracts';

/** `--sky-top` and `--text` of the night. */
export const nightTone = { background: '#0b1030', ink: '#f4f0ff' } as const satisfies HeaderTone;
