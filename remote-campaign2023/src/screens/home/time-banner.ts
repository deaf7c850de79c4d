import { fill, periodText } from '@fridge/shared-contracts/copy';
import { copy } from '../../copy.ts';

/**
 * The activity time as the copy deck writes it (`campaign.home.time`), from the period in the settings.
 * @returns the banner's text, or `null` when the period is open for ever
 */
export function timeBanner(bounds: { start: string | null; end: string | null }): string | null {
  const period = periodText(bounds);
  return period === null ? null : fill(copy['campaign.home.time'], { period });
}
