/** All that users read. The build writes each text where it is shown, so a key has to be a literal. */
export const copy = {
  'remote.desc': '新活动，敬请期待',
  'home.docTitle': '新活动',
  'home.heading': '新活动，敬请期待',
} as const;
