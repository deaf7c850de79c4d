import { type FakeHost, given } from '@fridge/remote-kit/testing';
import { dishCalls } from '../src/calls.ts';

const menus = [
  [
    { id: '1', name: '番茄鸡蛋汤', minutes: 15, ingredients: ['番茄', '鸡蛋', '小葱'] },
    { id: '2', name: '清炒西兰花', minutes: 10, ingredients: ['西兰花', '大蒜'] },
    { id: '3', name: '香煎三文鱼', minutes: 20, ingredients: ['三文鱼', '柠檬', '黑胡椒'] },
  ],
  [
    { id: '4', name: '虾仁滑蛋', minutes: 12, ingredients: ['虾仁', '鸡蛋', '牛奶'] },
    { id: '5', name: '凉拌黄瓜', minutes: 8, ingredients: ['黄瓜', '大蒜', '香醋'] },
    { id: '6', name: '土豆炖牛腩', minutes: 90, ingredients: ['牛腩', '土豆', '胡萝卜'] },
  ],
];

/** Answers of the fake host, for `remote-kit dev` and `check`. They take 300 ms. */
export default function prepare(fake: FakeHost): void {
  let asked = 0;
  fake.answer(dishCalls.list, async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const dishes = menus[asked % menus.length] ?? [];
    asked += 1;
    return given({ dishes });
  });
}
