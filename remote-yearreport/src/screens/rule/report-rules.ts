import { type Environment, type ProseElement, readProse } from '@fridge/shared-contracts';
import { copy } from './rule-copy.ts';

const all = readProse(copy['rules.report']);

/** The heading of the section that promises draws for sharing. */
const REWARD = '四、';

/** The report's notes. WeChat forbids rewards for sharing, and so the section that promises one (domain, "The native bridge"). */
export function reportRules({ inWeChat }: Pick<Environment, 'inWeChat'>): readonly ProseElement[] {
  if (!inWeChat) return all;
  const from = all.findIndex(({ kind, text }) => kind === 'heading' && text.startsWith(REWARD));
  const next = all.findIndex(({ kind }, at) => kind === 'heading' && at > from);
  return all.filter((_, at) => from < 0 || at < from || (next >= 0 && at >= next));
}
