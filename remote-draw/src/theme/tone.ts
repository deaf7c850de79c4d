import type { HeaderTone } from '@fridge/shared-contracts';

/** The header's colours (look, "Draw: a lacquered festival"). */
export const lacquerTone = { background: '#7a0a1b', ink: '#fff3dc' } as const satisfies HeaderTone;
