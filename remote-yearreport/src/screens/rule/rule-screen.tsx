import { type Environment, type ProseElement, readProse, type ScreenProps } from '@fridge/shared-contracts';
import { Fridge, joinClasses, Prose, useStore } from '@fridge/shared-ui';
import { useLayoutEffect } from 'react';
import { copy } from '../../copy.ts';
import { nightTone } from '../../theme/night-tone.ts';
import night from '../../theme/night.module.css';
import styles from './rule-screen.module.css';

/** Spec section 2, "Rules page". */
export default function RuleScreen({ host }: ScreenProps) {
  const skin = useStore(host.skin);
  useLayoutEffect(() => host.header.set({ tone: nightTone }), [host]);
  return (
    <div className={joinClasses(night.night, styles.rule, skin === 1 && night.skin1, skin === 2 && night.skin2)}>
      <h1 className={styles.heading}>{copy['report.landing.heading']}</h1>
      <Prose elements={reportRules(host.environment)} />
      <Fridge mood="ajar" className={styles.fridge} />
    </div>
  );
}

/** Copy deck, `rules.report`. Not in `copy.ts`: other pages don't download it. */
export const rulesCopy = {
  'rules.report': [
    '# 一、数据说明',
    '本报告根据冰箱联网期间的日常使用数据生成，数据统计截至2022年12月10日，仅供参考。',
    '# 二、查看报告',
    '绑定智能冰箱并有2022年使用数据的用户，可以生成专属报告。暂无数据的报告不支持分享。',
    '# 三、分享报告',
    '点击“分享给好友”，即表示您同意他人查看您的个人报告数据。',
    '# 四、抽奖机会',
    '分享年度报告可以获得抽奖机会，次数以抽奖页面显示为准。',
  ],
} as const;

const all = readProse(rulesCopy['rules.report']);

/** Starts the heading about rewards for sharing. */
const REWARD = '四、';

/** Without rewards for sharing in WeChat, which forbids them (domain, "The native bridge"). */
export function reportRules({ inWeChat }: Pick<Environment, 'inWeChat'>): readonly ProseElement[] {
  if (!inWeChat) return all;
  const from = all.findIndex(({ kind, text }) => kind === 'heading' && text.startsWith(REWARD));
  const next = all.findIndex(({ kind }, at) => kind === 'heading' && at > from);
  return all.filter((_, at) => from < 0 || at < from || (next >= 0 && at >= next));
}
