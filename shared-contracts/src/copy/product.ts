/** `{appName}` and so on (copy deck, section 0.1). Placeholders until the product owner decides. */
export const product = {
  appName: '鲜居App',
  mallAppName: '商城App',
  modelA: 'A系列',
  modelB: 'B系列',
  gridApp: '网上国网App',
} as const;
