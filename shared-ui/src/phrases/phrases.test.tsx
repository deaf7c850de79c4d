// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Phrases } from './phrases.tsx';

afterEach(cleanup);

it.each([
  ['in front of what it is told', '冰箱省电之星', '省电之星', '冰箱<wbr>省电之星'],
  ['nowhere for what it lacks', '冰箱省电之星', '没有', '冰箱省电之星'],
  ['nowhere in front of its first character', '冰箱', '冰箱', '冰箱'],
  ['after its commas alone', '再接再厉，下次一定', undefined, '再接再厉，<wbr>下次一定'],
  [
    'after its commas and in front of what it is told',
    '欢迎，来到冰箱活动中心',
    '冰箱',
    '欢迎，<wbr>来到<wbr>冰箱活动中心',
  ],
])('may break %s', (_, text, before, markup) => {
  const { container } = render(<Phrases text={text} before={before} />);
  expect(container.firstElementChild?.innerHTML).toBe(markup);
  expect(container.textContent).toBe(text);
});

it('keeps a time on the line of its date', () => {
  const { container } = render(<Phrases text="截至2023年8月31日 23:59，8月1日起" />);
  expect(container.querySelector('span span')?.textContent).toBe('截至2023年8月31日 23:59，');
  expect(container.textContent).toBe('截至2023年8月31日 23:59，8月1日起');
});

it('keeps what is emphasized with its phrase, and may break after the comma in front of it', () => {
  const { container } = render(<Phrases text={['举办', '15', '场活动，', '30,000+', '人参与']} />);
  expect(container.firstElementChild?.innerHTML).toBe('举办<b>15</b>场活动，<wbr><b>30,000+</b>人参与');
});
