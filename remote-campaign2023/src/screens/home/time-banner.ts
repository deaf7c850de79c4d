import { fill, windowText } from '@fridge/shared-contracts';
import { copy } from '../../copy.ts';

/** The activity time (`campaign.home.time`); `null` for a period without bounds. */
export function timeBanner(bounds: { start: string | null; end: string | null }): string | null {
  const period = windowText(bounds);
  return period === null ? null : fill(copy['campaign.home.time'], { period });
}
