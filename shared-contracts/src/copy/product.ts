/**
 * The names that stand in every text as `{appName}` and so on (copy deck, section 0.1).
 * Placeholders until the product owner names them: this is the one place to do so.
 */
export const product = {
  appName: '鲜居 App',
  mallAppName: '商城 App',
  modelA: 'A系列',
  modelB: 'B系列',
  drawPeriod: '以活动页面公示时间为准',
} as const;
