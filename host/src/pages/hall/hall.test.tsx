// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import DefaultPage, { type DefaultPageProps } from './default-page.tsx';
import type { HallEntry } from './hall-entries.ts';

afterEach(cleanup);

const entry = (name: string, state: HallEntry['state']): HallEntry => ({ name, title: `${name}标题`, description: `${name}说明`, path: `/${name}`, state });
const show = (props: Partial<DefaultPageProps>) => {
  const onOpen = vi.fn();
  const onBind = vi.fn();
  render(<DefaultPage entries={[]} hrefOf={({ path }) => `${path}?brand=1`} onOpen={onOpen} onBind={onBind} needsFridge={false} {...props} />);
  return { onOpen, onBind };
};

describe('the hall', () => {
  it('lists each activity as a link with its state, open ones first', () => {
    show({ entries: [entry('contest', 'ended'), entry('draw', 'notStarted'), entry('unheardOf', 'open')] });
    expect(screen.getAllByRole('link').map((link) => [link.getAttribute('href'), /进行中|未开始|已结束/.exec(link.textContent)?.[0]])).toEqual([
      ['/unheardOf?brand=1', '进行中'],
      ['/draw?brand=1', '未开始'],
      ['/contest?brand=1', '已结束'],
    ]);
  });

  it('opens in the page on a plain press, and leaves the others to the browser', () => {
    const draw = entry('draw', 'open');
    const { onOpen } = show({ entries: [draw] });
    const link = screen.getByRole('link');
    expect(fireEvent.click(link)).toBe(false);
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(draw);
    window.addEventListener('click', (event) => event.preventDefault(), { once: true });
    fireEvent.click(link, { ctrlKey: true });
    expect(onOpen).toHaveBeenCalledTimes(1);
  });

  it('says so when there is nothing to choose', () => {
    show({});
    expect(screen.getByText('暂无可参与的活动')).toBeTruthy();
    expect(screen.queryByRole('list')).toBeNull();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('欢迎来到冰箱活动中心');
  });

  it.each([[[]], [[entry('draw', 'open')]]])('invites to bind a fridge, with or without activities', (entries) => {
    const { onBind } = show({ entries, needsFridge: true });
    fireEvent.click(screen.getByRole('button', { name: '去绑定' }));
    expect(onBind).toHaveBeenCalledTimes(1);
  });

  it('does not invite whoever has a fridge', () => {
    show({ entries: [entry('draw', 'open')] });
    expect(screen.queryByRole('button')).toBeNull();
  });
});
