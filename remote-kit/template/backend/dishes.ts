import type { Dish } from '../src/calls.ts';

const MENU: readonly Dish[] = [
  { id: '1', name: '番茄鸡蛋汤', minutes: 15, ingredients: ['番茄', '鸡蛋', '小葱'] },
  { id: '2', name: '清炒西兰花', minutes: 10, ingredients: ['西兰花', '大蒜'] },
];

/**
 * Dishes for a household: an example in place of what a real fridge holds.
 * @returns none without a fridge
 */
export const dishesOf = (fridges: readonly string[]): Dish[] => (fridges.length === 0 ? [] : [...MENU]);
