import { type FakeHost, given } from '@fridge/remote-kit/testing';
import { dishCalls } from '../src/calls.ts';

const dishes = [
  { id: '1', name: '番茄鸡蛋汤', minutes: 15, ingredients: ['番茄', '鸡蛋', '小葱'] },
  { id: '2', name: '清炒西兰花', minutes: 10, ingredients: ['西兰花', '大蒜'] },
  { id: '3', name: '香煎三文鱼', minutes: 20, ingredients: ['三文鱼', '柠檬', '黑胡椒'] },
];

/** Answers of the fake host, for `remote-kit dev` and `check`. One may also be a function of the call's fields. */
export default function prepare(fake: FakeHost): void {
  fake.answer(dishCalls.list, given({ dishes }));
}
