import { type ScheduleService, specifiedSchedule } from '@fridge/shared-contracts';
import { periodText, type ProseElement, readProse } from '@fridge/shared-contracts/copy';
import { copy } from '../../copy.ts';

/** The rules with the activity time that the settings give it; the shipped time is written to the second. */
export function campaignRules(bounds: ReturnType<ScheduleService['bounds']>): readonly ProseElement[] {
  const { start, end } = specifiedSchedule.campaign2023;
  const isShipped = bounds.start === start && bounds.end === end;
  const period = isShipped ? copy['rules.campaign.period'] : (periodText(bounds) ?? copy['rules.campaign.period.open']);
  return readProse(copy['rules.campaign'], { period });
}
