import type { HeaderTone } from '@fridge/shared-contracts';

/** The header's colours (look, "Contest: a warm kitchen"). */
export const linenTone = { background: '#fff9ef', ink: '#3b2416' } as const satisfies HeaderTone;
