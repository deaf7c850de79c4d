/** What the server's own refusals say (copy deck, section 7.1). */
export const copy = {
  'server.auth': '登录已失效，请重新登录',
  'server.param': '参数有误，请刷新后重试',
  'server.internal': '服务器繁忙，请稍后再试',
} as const;
