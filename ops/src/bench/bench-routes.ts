/**
 * - `button`: words or accessible name of the main button; `null`: none is tapped
 * - `effect`: selector of what it shows, besides a change of the address, a dialog or a pending button
 */
export type BenchRoute = { path: string; button: string | null; effect?: string };

const activityRoutes: readonly BenchRoute[] = [
  { path: '/', button: '答题赢电费券' },
  { path: '/open', button: '开始答题' },
  { path: '/draw', button: '立即抽奖' },
  { path: '/prize', button: '去鲜居App查看' },
  { path: '/works', button: '上传作品' },
  { path: '/upload', button: '上传作品' },
  { path: '/detail', button: '下一张', effect: 'button[aria-current]:not(:first-child)' },
  { path: '/yearReport', button: '开启我的回忆' },
];

/** The copying button of `/share` needs the tap itself: it is asked for again. */
const hostRoutes: readonly BenchRoute[] = [
  { path: '/default', button: null },
  { path: '/share', button: null },
];

export const isPath = (word: string): boolean => word.startsWith('/');

/** @param words paths among others; default: all routes */
export function routesOf(words: readonly string[]): readonly BenchRoute[] {
  const known = [...activityRoutes, ...hostRoutes];
  const paths = words.filter(isPath);
  if (paths.length === 0) return known;
  return paths.map((path) => known.find((route) => route.path === path) ?? { path, button: null });
}
