import { formatCopy } from '@fridge/shared-contracts';
import { UNDO_SECONDS } from '../../activities/contest/review-rules.ts';

const prizeLevel = (level: string): string =>
  Object.entries(formatCopy).find(([name]) => name === `fmt.level.${level}`)?.[1] ?? '';

type Facts = Readonly<Record<string, string>>;
const minuteOfDay = (time = ''): string => time.slice(11, 16);

/** From the copy deck: states (5.2), prize levels (0.2) and reasons of rejections (7.3), which users read too. */
export const words = {
  title: '作品审核',
  status: { pending: '待审核', approved: '已通过', rejected: '未通过' },
  kind: { recipe: '菜谱作品', photoShare: '图片分享' },
  cookTime: { '1': '15分钟', '2': '15-30分钟', '3': '30-60分钟', '4': '1小时以上' } as Readonly<Record<string, string>>,
  reasons: [
    '图片不够清晰，请更换后重新提交',
    '内容与作品主题不符，请修改后重新提交',
    '图片中含有他人水印，请使用原创图片',
  ],
  anonymous: '冰箱用户',
  queue: '待审核',
  decided: '审核记录',
  waiting: (count: number) => `${count}件待审核`,
  place: (index: number, count: number) => `第${index}件，共${count}件`,
  empty: '都审完了',
  emptyText: '新的作品提交后会出现在这里',
  othersLook: (count: number) => `剩下的${count}件，其他审核人正在看`,
  othersText: '五分钟内没有审完的作品会回到这里',
  refresh: '刷新',
  noneDecided: '还没有审核记录',
  older: '更早的记录',
  newest: '回到最新',
  submitted: (time: string) => `提交于${time}`,
  again: (revision: number) => `第${revision}次提交`,
  materials: '食材用料',
  steps: '制作步骤',
  step: (index: number) => `步骤${index}`,
  tips: '小贴士',
  content: '内容',
  picture: (index: number, count: number) => `图片${index}，共${count}张`,
  stepPicture: (index: number) => `步骤${index}图片`,
  zoom: '放大或缩小图片',
  approve: '通过',
  reject: '不通过',
  reason: '未通过原因',
  reasonHint: '用户会看到这段话，可以留空',
  confirmReject: '确认不通过',
  next: '下一件',
  previous: '上一件',
  keys: '快捷键：A 通过 · R 不通过 · U 撤销 · 1 2 3 选择原因 · 4 自己填写 · Ctrl+Enter 确认 · J K 前后翻看 · ← → 切换图片 · Z 放大',
  reviewer: (name: string) => `审核人：${name}`,
  approved: (name: string) => `已通过《${name}》`,
  rejected: (name: string) => `《${name}》未通过，用户会看到原因`,
  /** By the kinds of problems of the commands on works. */
  refused: {
    decided: ({ status, by, at }: Facts) =>
      `晚了一步：${by}已在${minuteOfDay(at)}${status === 'approved' ? '通过' : '退回'}了这件作品`,
    changed: '作者刚刚修改了这件作品，请重新查看后再审核',
    gone: '这件作品已被作者删除',
    reason: '请用几个字写明原因，让作者知道怎样修改；也可以留空',
    pending: '没有撤销：这件作品已经回到待审核',
    seen: `没有撤销：超过${UNDO_SECONDS}秒后，作者可能已经看到结果`,
    seenPrize: '没有撤销：这件作品已经获奖',
    notApproved: '只有通过审核的作品可以获奖',
    won: ({ by, at }: Facts) => `晚了一步：${by}已在${minuteOfDay(at)}为这件作品颁奖`,
    soldOut: '没有颁成：这份奖品刚刚发完，请另选一种',
  } satisfies Record<string, string | ((about: Facts) => string)>,
  gone: '这件作品已被作者删除',
  goneText: '可以回到审核记录查看其他作品',
  undo: '撤销',
  undone: (name: string) => `已撤销，《${name}》回到待审核，作者没有看到刚才的结果`,
  record: (decision: 'approved' | 'rejected' | 'undone' | 'prize', by: string, time: string) =>
    `${{ approved: '通过', rejected: '未通过', undone: '撤销', prize: '获奖' }[decision]} · ${by} · ${time}`,
  prizeLevel,
  award: '颁发奖品',
  choosePrize: '选择奖品',
  confirmPrize: '确认颁奖',
  left: (count: number | null, codes: number | null) =>
    count === null ? '不限量' : count > 0 ? `还剩${count}份` : codes === 0 ? '没有可发的卡号' : '已发完',
  hasPrize: '已获奖',
  given: (level: string, outcomes: readonly { level: number; giftName: string }[]) =>
    `已颁发：${prizeLevel(level)} · ${outcomes.find((outcome) => String(outcome.level) === level)?.giftName ?? ''}`,
  onlyApproved: '只有通过审核的作品可以获奖',
  awarded: (name: string, level: string) => `已为《${name}》颁发${prizeLevel(level)}，用户可在“我的奖品”中查看`,
  open: '查看',
  openAria: (canWin: boolean, name: string) => (canWin ? `为《${name}》颁发奖品` : `查看《${name}》`),
  prizeKeys: '快捷键：P 颁发奖品 · 1 至 6 选择奖品 · Ctrl+Enter 确认 · J K 前后翻看 · ← → 切换图片 · Z 放大',
  enter: {
    title: '进入作品审核',
    text: (name: string) => `您将以“${name}”的名义审核作品，12小时内有效。`,
    button: '进入审核',
  },
  noSession: '请用新的链接打开',
  noSessionText: '审核页只能用一次性链接打开。请运行 npm run ops -- works review，打开它给出的链接。',
  noServer: '服务器没有响应',
  noServerText: '刚才的操作可能没有成功，请稍后刷新本页查看。',
} as const;
