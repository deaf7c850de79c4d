import { type Environment, type ProseElement, readProse, windowText } from '@fridge/shared-contracts';
import { copy } from '../../copy.ts';

export interface RuleOccasion extends Pick<Environment, 'inWeChat'> {
  bounds: { start: string | null; end: string | null };
  reportOpens: boolean;
}

/**
 * The rules with the window and the open ways to more draws. WeChat forbids promising rewards for sharing (copy deck
 * 4.4).
 */
export function drawRules({ inWeChat, bounds, reportOpens }: RuleOccasion): readonly ProseElement[] {
  const all = readProse(copy['rules.draw'], {
    drawPeriod: windowText(bounds) ?? copy['draw.period.open'],
    ways: copy[reportOpens ? 'rules.draw.ways' : 'rules.draw.ways.campaign'],
  });
  return inWeChat ? all.filter(({ text }) => !text.includes('分享')) : all;
}
