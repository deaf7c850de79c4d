import { fill, windowText } from '@fridge/shared-contracts';
import { copy } from '../../copy.ts';

/**
 * The activity time as the copy deck writes it (`campaign.home.time`), from the window in the settings.
 * @returns the banner's text, or `null` when the period is open for ever
 */
export function timeBanner(bounds: { start: string | null; end: string | null }): string | null {
  const period = windowText(bounds);
  return period === null ? null : fill(copy['campaign.home.time'], { period });
}
