/** All that users read. The build writes each text where it is shown, so a key has to be a literal. */
export const copy = {
  'dishes.docTitle': '今晚吃什么',
  'dishes.desc': '看看冰箱里的食材，能做出什么好菜',
  'dishes.heading': '今晚，吃点好的',
  'dishes.lead': '冰箱里的食材，正好够做这几道菜',
  'dishes.minutes': '{n}分钟',
  'dishes.list.aria': '今晚的菜单',
  'dishes.empty.title': '冰箱里还空着',
  'dishes.empty.desc': '添几样食材，再回来看看能做什么菜',
  'dishes.empty.button': '再看看',
  'dishes.login.title': '登录后查看您的菜单',
  'dishes.login.button': '去登录',
} as const;
