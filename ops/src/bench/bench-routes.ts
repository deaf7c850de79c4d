/**
 * - `button`: pattern of the words or the accessible name of the main button; `null`: none is tapped
 * - `effect`: selector of what it shows, besides a change of the address, a dialog or a pending button
 */
export type BenchRoute = { path: string; button: string | null; effect?: string };

/** The copying button of `/share` needs the tap itself: it is asked for again. */
const routes: readonly BenchRoute[] = [
  { path: '/', button: '答题赢电费券' },
  { path: '/open', button: '开始答题' },
  { path: '/draw', button: '立即抽奖' },
  { path: '/prize', button: '去鲜居App查看' },
  { path: '/works', button: '上传作品' },
  { path: '/upload', button: '上传作品' },
  { path: '/detail', button: '下一张', effect: 'button[aria-current]:not(:first-child)' },
  { path: '/yearReport', button: '开启我的回忆' },
  { path: '/default', button: null },
  { path: '/share', button: null },
];

export const isPath = (word: string): boolean => word.startsWith('/');

/** @param paths default: all routes */
export const routesOf = (paths: readonly string[]): readonly BenchRoute[] =>
  paths.length === 0
    ? routes
    : paths.map((path) => routes.find((route) => route.path === path) ?? { path, button: null });
