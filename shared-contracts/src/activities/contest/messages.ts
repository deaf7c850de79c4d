/** Validation messages of form and server (copy deck, section 5). */
export const problemMessages = {
  'contest.form.titleEmpty.toast': '请填写作品标题',
  'contest.form.contentShort.toast': '作品内容不少于100字',
  'contest.form.imagesFew.toast': '至少上传二张图片',
  'contest.photo.imagesEmpty.toast': '请上传作品图片',
  'contest.photo.contentEmpty.toast': '请填写相关内容',
  'contest.photo.contentLong.toast': '内容超过字数限制',
  'contest.photo.phoneBad.toast': '请输入正确的手机号码！',
  'contest.image.full.toast': '最多上传9张图片',
  'contest.step.tooLong.toast': '超出长度限制',
  // Not in the deck (docs/assumptions.md, "Texts").
  'contest.form.titleLong.toast': '作品标题不超过20字',
  'contest.form.materialsLong.toast': '食材用料不超过300字',
  'contest.form.tipsLong.toast': '小贴士不超过300字',
  'contest.form.cookTimeBad.toast': '请重新选择烹饪时间',
  'contest.step.full.toast': '制作步骤最多20步',
} as const;
export type ProblemKey = keyof typeof problemMessages;

/** The edited version is outdated (`updateWork`). */
export const workChangedMessage = '作品已有新的版本，请先确认再提交';
