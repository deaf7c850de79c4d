import { product } from '@fridge/shared-contracts/page';
import { contestTerms, problemMessages, workChangedMessage } from '@fridge/shared-contracts/activities/contest';

/** Messages of refusals (copy deck, section 7.1), and of a work's problems. */
export const copy = {
  'server.auth': '登录已失效，请重新登录',
  'server.sign': '请求已失效，请刷新后重试',
  'server.param': '参数有误，请刷新后重试',
  'server.busy': '操作太频繁，请稍后再试',
  'server.internal': '服务器繁忙，请稍后再试',
  'server.account.unknown': '暂未查到您的账号信息，请稍后再试',
  'server.noFridge': '请先绑定冰箱',
  'server.notStarted': '活动还没开始，敬请期待',
  'server.ended': '活动已结束，感谢您的参与',
  'server.coupon.region': '电费券仅限江苏电网用户领取',
  'server.coupon.realName': `请先在${product.gridApp}完成实名认证，再来领取电费券`,
  'server.coupon.lowVoltage': '电费券仅限低压居民用户领取',
  'server.coupon.today': '今日电费券已领完，明天再来吧',
  'server.coupon.total': '电费券已全部领完，感谢您的参与',
  'server.coupon.once': '您已领取过电费券，每个账号限领1张',
  'server.coupon.page': '电费券领取',
  'server.question.stale': '题目已失效，请重新答题',
  'server.draw.noChance': '抽奖机会已用完',
  'server.draw.neverChance': '还没有抽奖机会',
  'server.gift.missing': '奖品不存在',
  'server.gift.expired': '已超过填写期限',
  'server.gift.shipped': '奖品已寄出，收货地址不能再修改',
  'server.work.missing': '作品不存在或已删除',
  'server.work.forbidden': '您没有权限操作这件作品',
  'server.work.approved': '已通过的作品不能删除',
  'server.work.closed': '征集期已结束，下次早点来哦',
  'server.work.approvedEdit': '已通过的作品不能修改',
  'server.work.tooMany': `每个账号最多提交${contestTerms.worksPerUser}件作品`,
  'server.work.changed': workChangedMessage,
  'server.work.pictureGone': '图片已失效，请重新上传',
  'server.upload.size': '图片太大，请压缩后再上传',
  'server.upload.type': '图片格式不支持，请换一张试试',
  'server.upload.slow': '上传超时，请检查网络后重试',
  ...problemMessages,
} as const;

/** Prizes (copy deck, section 4.2). */
export const giftCopy = {
  'draw.gift.1': '冷柜',
  'draw.gift.2': '三明治机',
  'draw.gift.3': '超市卡',
  'draw.gift.4': 'NFC食材夹',
  'draw.gift.5': '购物卡',
  'draw.gift.6': '外卖代金券',
  'draw.gift.none': '谢谢参与',
  'draw.gift.allowance.1': '商城购物津贴',
  'draw.gift.allowance.2': '家电清洗津贴',
  'draw.gift.coupon': '10元电费券',
} as const;
