// @vitest-environment happy-dom
import { readProse } from '@fridge/shared-contracts';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { groupProse } from './prose.tsx';
import { Prose } from './prose.tsx';

afterEach(cleanup);

const shape = (lines: string[]) =>
  groupProse(readProse(lines)).map((block) => ('items' in block ? `${block.kind}(${block.items.length})` : block.kind));

describe('groupProse', () => {
  it.each([
    ['nothing', [], []],
    ['neighbouring bullets', ['- a', '- b'], ['bullets(2)']],
    ['bullets apart', ['- a', 'b', '- c'], ['bullets(1)', 'paragraph', 'bullets(1)']],
    ['bullets, then numbers', ['- a', '1. b', '2. c'], ['bullets(1)', 'numbers(2)']],
    ['numbers under a heading', ['# h', '1. a', '# i', '1. b'], ['heading', 'numbers(1)', 'heading', 'numbers(1)']],
    ['a decimal number', ['0.5583元', '10.5元'], ['paragraph', 'paragraph']],
    ['a number with no space', ['1.a'], ['paragraph']],
    ['a heading that begins with a number', ['# 1. a'], ['heading']],
    ['a bullet that begins with a number', ['- 1. a'], ['bullets(1)']],
  ])('%s', (_, lines, blocks) => expect(shape(lines)).toEqual(blocks));
});

describe('Prose', () => {
  it('draws headings, lists and paragraphs, and shows numbers as they stand', () => {
    render(<Prose headingLevel={3} elements={readProse(['# 规则', '打开{appName}', '- 甲', '9. 乙', '10. 丙'])} />);
    expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('规则');
    expect(screen.getByText('打开鲜居App').tagName).toBe('P');
    const [bullets, numbers] = screen.getAllByRole('list');
    expect(bullets?.tagName).toBe('UL');
    expect(numbers?.tagName).toBe('OL');
    expect(
      numbers &&
        within(numbers)
          .getAllByRole('listitem')
          .map((item) => item.textContent),
    ).toEqual(['9. 乙', '10. 丙']);
  });
});
