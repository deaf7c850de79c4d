/** `button`: text or accessible name of an element of the open page. */
type MeasuredRoute = { route: string; button: string };

export const activityRoutes: readonly MeasuredRoute[] = [
  { route: '/', button: '答题赢电费券' },
  { route: '/open', button: '开始答题' },
  { route: '/draw', button: '立即抽奖' },
  { route: '/prize', button: '去鲜居App查看' },
  { route: '/works', button: '上传作品' },
  { route: '/upload', button: '提交审核' },
  { route: '/detail', button: '下一张' },
  { route: '/yearReport', button: '开启我的回忆' },
];

export const hostRoutes: readonly MeasuredRoute[] = [
  { route: '/default', button: '冰箱省电之星' },
  { route: '/share', button: '复制链接' },
];
