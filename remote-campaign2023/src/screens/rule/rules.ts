import { type ProseElement, readProse, type WindowService, windowText } from '@fridge/shared-contracts';
import { copy } from '../../copy.ts';

export function campaignRules(bounds: ReturnType<WindowService['bounds']>): readonly ProseElement[] {
  const period = windowText(bounds, { exact: true }) ?? copy['rules.campaign.period.open'];
  return readProse(copy['rules.campaign'], { period });
}
