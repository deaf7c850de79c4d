import {
  type ActivityWindow,
  formatDate,
  parseInstant,
  type ProseElement,
  readProse,
  specifiedWindows,
} from '@fridge/shared-contracts';
import { collectionEnd } from '@fridge/shared-contracts/activities/contest';

/** Copy deck 3.5. Not in `copy.ts`: other pages don't download it. */
export const rulesCopy = {
  'rules.contest': [
    '# 一、活动时间',
    '作品征集截至{collectEnd}（活动结束前5天），活动截至{contestEnd}。',
    '# 二、参与对象',
    '已在{appName}绑定智能冰箱的用户。',
    '# 三、作品要求',
    '1. 菜谱作品：标题不超过20字，内容100-1000字，图片2-9张；每个步骤的说明不超过60字。',
    '2. 图片分享：图片1-9张，内容不超过500字，并填写正确的手机号码。',
    '3. 作品须为本人原创，内容健康，图片清晰。',
    '# 四、作品审核',
    '1. 作品提交后进入审核，约需1个工作日，可在“我的作品”中查看结果。',
    '2. 未通过的作品会说明原因，您可以修改后重新提交。',
    '3. 待审核和未通过的作品可以删除。',
    '# 五、奖品领取',
    '1. 实物奖品：请在中奖后一周内填写收货地址，逾期未填视为放弃；奖品将在活动结束后15个工作日内寄出。',
    '2. 虚拟奖品：请在中奖后3天内使用卡号和卡密兑换，逾期失效。',
    '# 六、其他说明',
    '如作品侵犯他人权益或违反法律法规，主办方有权取消其参与和获奖资格。',
  ],
} as const;

/** In a shell: one date is counted from another, which no page can do. As wide as a date, so that lines stay. */
export const rulesWithoutDates = (): ProseElement[] =>
  readProse(rulesCopy['rules.contest'], { collectEnd: '…年…月…日', contestEnd: '…年…月…日' });

/**
 * The end date is `eTime`, else the operator's, else the specification's (copy deck 0.1). For display only: the server
 * decides.
 */
export function contestRules(period: ActivityWindow, eTime?: string): ProseElement[] {
  const end = readEndTime(eTime) ?? Date.parse(period.end ?? specifiedWindows.contest.end);
  const collected = collectionEnd({ start: null, end: new Date(end).toISOString() }) ?? end;
  return readProse(rulesCopy['rules.contest'], { collectEnd: formatDate(collected), contestEnd: formatDate(end) });
}

/**
 * Reads `eTime` (spec section 2, "Work"), whose format isn't specified: epoch milliseconds or seconds, ISO, or a date
 * with or without a time in Shanghai. A date alone means its end.
 * @returns milliseconds, or `null` for an unknown format
 */
export function readEndTime(text = ''): number | null {
  if (/^(\d{10}|\d{13})$/.test(text)) return Number(text.padEnd(13, '0'));
  const [date = '', time = '23:59:59'] = text.replaceAll('/', '-').split(/[ T+]/);
  const day = date.replace(/\b\d\b/g, '0$&');
  return parseInstant(text) ?? parseInstant(`${day}T${time}+08:00`);
}
