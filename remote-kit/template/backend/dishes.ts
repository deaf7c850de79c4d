import type { Dish } from '../src/calls.ts';

const MENU: readonly Dish[] = [
  { id: '1', name: '番茄鸡蛋汤', minutes: 15, ingredients: ['番茄', '鸡蛋', '小葱'] },
  { id: '2', name: '清炒西兰花', minutes: 10, ingredients: ['西兰花', '大蒜'] },
  { id: '3', name: '香煎三文鱼', minutes: 20, ingredients: ['三文鱼', '柠檬', '黑胡椒'] },
  { id: '4', name: '虾仁滑蛋', minutes: 12, ingredients: ['虾仁', '鸡蛋', '牛奶'] },
];
const DISHES = 3;

/**
 * Dishes of the day for a household: an example in place of what a real fridge holds.
 * @param day any whole number, another each day
 * @returns none without a fridge
 */
export function dishesOf(fridges: readonly string[], day: number): Dish[] {
  if (fridges.length === 0) return [];
  const start = day % MENU.length;
  return [...MENU.slice(start), ...MENU.slice(0, start)].slice(0, DISHES);
}
