import type { HeaderTone } from '@fridge/shared-contracts';

/** The header's colours (look, "Campaign: noon over night"). */
export const noonTone = { background: '#ffd36b', ink: '#5a2c00' } as const satisfies HeaderTone;
