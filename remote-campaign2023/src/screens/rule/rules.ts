import { type ProseElement, readProse, type WindowService, windowText } from '@fridge/shared-contracts';
import { copy } from '../../copy.ts';

/** The rules with the activity time that the settings give it, to the second. */
export function campaignRules(bounds: ReturnType<WindowService['bounds']>): readonly ProseElement[] {
  const period = windowText(bounds, { exact: true }) ?? copy['rules.campaign.period.open'];
  return readProse(copy['rules.campaign'], { period });
}
