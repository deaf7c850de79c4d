import type { ScheduleService } from '@fridge/shared-contracts';
import { periodText, type ProseElement, readProse } from '@fridge/shared-contracts/copy';
import { copy } from '../../copy.ts';

/** The rules with the activity time that the settings give it, to the second. */
export function campaignRules(bounds: ReturnType<ScheduleService['bounds']>): readonly ProseElement[] {
  const period = periodText(bounds, { exact: true }) ?? copy['rules.campaign.period.open'];
  return readProse(copy['rules.campaign'], { period });
}
