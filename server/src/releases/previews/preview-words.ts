/** Of the pages that ask before a preview opens or ends. */
export const words = {
  open: {
    title: '打开预览版本？',
    lead: '这是开发团队还没有发布的版本，没有经过发布检查。打开后，只有这个浏览器会看到它。',
    publishedLead: '这个版本通过了发布检查，还没有对用户开放。打开后，只有这个浏览器会看到它。',
    team: '开发团队',
    remote: '活动',
    version: '版本',
    from: '代码来自',
    pages: '运行页面',
    until: '有效期至',
    risk: '打开前请您了解',
    risks: [
      '在上面的页面里，预览的代码能做您能做的一切：读取您的登录状态和资料，以您的名义抽奖、答题、填写地址。',
      '结果都是真实的，不会因为预览结束而撤销。',
      '其他页面仍是已发布的版本，不运行预览的代码。',
      '链接是别人发给您的，又不认识这个团队？请不要打开。',
    ],
    yes: '打开预览',
    no: '不打开',
  },
  end: {
    title: '结束预览？',
    lead: '结束后，这个浏览器恢复为已发布的版本。再次预览需要新的链接。',
    yes: '结束预览',
    no: '继续预览',
  },
  gone: {
    title: '预览链接已失效',
    lead: '每个链接12小时内有效，只能在一个浏览器中打开。请开发者重新运行 remote-kit dev --host，获取新的链接。',
  },
  over: {
    title: '预览链接已失效',
    lead: '每个链接一天内有效。请开发团队再次运行 remote-kit publish --no-promote，获取新的链接。',
  },
  off: {
    title: '预览未开启',
    lead: '请联系运营人员，将设置 previews 改为 true（docs/operations.md）。',
  },
  refused: {
    title: '无法完成操作',
    lead: '请重新打开预览链接，点击页面上的按钮。',
  },
  home: '返回首页',
} as const;
