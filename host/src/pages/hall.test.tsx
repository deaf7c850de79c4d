// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WindowState } from '@fridge/shared-contracts';
import { parseRegistry } from '@fridge/shared-contracts/page';
import Hall from './hall.tsx';

afterEach(cleanup);

const states: Record<string, WindowState> = { contest: 'ended', draw: 'notStarted' };
const show = (names: readonly string[], needsFridge = false, prizesHref?: string) => {
  const remotes = Object.fromEntries(
    names.map((name) => [
      name,
      {
        enabled: true,
        title: `${name}标题`,
        description: '',
        entry: 'http://localhost:4171/remoteEntry.js',
        routes: [{ path: `/${name}`, window: name }],
        picture:
          name === 'contest' ? { file: 'assets/hall-1.svg', integrity: `sha384-${'A'.repeat(64)}`, bytes: 1 } : null,
      },
    ]),
  );
  const registry = parseRegistry({ version: 1, remotes });
  if (!registry) throw new Error('The fixture fits the schema.');
  const bindFridge = vi.fn(async () => undefined);
  const windows = { stateOf: (name: string) => states[name] ?? 'open' };
  render(
    <Hall
      registry={registry}
      windows={windows}
      hrefOf={(path) => `${path}?brand=1`}
      skin={1}
      bindFridge={bindFridge}
      needsFridge={needsFridge}
      prizesHref={prizesHref}
    />,
  );
  return { bindFridge };
};

describe('the hall', () => {
  it('lists each activity as a real link with its state, open ones first', () => {
    show(['contest', 'draw', 'unheardOf']);
    expect(
      screen
        .getAllByRole('link')
        .map((link) => [link.getAttribute('href'), /进行中|未开始|已结束/.exec(link.textContent)?.[0]]),
    ).toEqual([
      ['/unheardOf?brand=1', '进行中'],
      ['/draw?brand=1', '未开始'],
      ['/contest?brand=1', '已结束'],
    ]);
  });

  it("draws a release's own picture in its skin, and the fridge where there is none or it can't be loaded", () => {
    show(['contest', 'draw']);
    const [picture, ...others] = document.querySelectorAll('img');
    expect([picture?.getAttribute('src'), others]).toEqual(['http://localhost:4171/assets/hall-1.svg#skin-1', []]);
    expect(document.querySelectorAll('li svg[viewBox="-8 0 264 330"]')).toHaveLength(1);
    if (picture) fireEvent.error(picture);
    expect(document.querySelectorAll('img')).toHaveLength(0);
    expect(document.querySelectorAll('li svg[viewBox="-8 0 264 330"]')).toHaveLength(2);
  });

  it('shows a message without activities', () => {
    show([]);
    expect(screen.getByText('暂无可参与的活动')).toBeTruthy();
    expect(screen.queryByRole('list')).toBeNull();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('欢迎来到冰箱活动中心');
  });

  it.each([[[]], [['draw']]])('leads to what users have won, with or without activities', (names) => {
    show(names, false, '/prize?brand=1');
    expect(screen.getByRole('link', { name: '我的奖品' }).getAttribute('href')).toBe('/prize?brand=1');
  });

  it.each([[[]], [['draw']]])('invites to bind a fridge, with or without activities', async (names) => {
    const { bindFridge } = show(names, true);
    fireEvent.click(screen.getByRole('button', { name: '去绑定' }));
    expect(bindFridge).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByRole('button'));
    expect(bindFridge).toHaveBeenCalledTimes(1);
  });

  it('does not invite whoever has a fridge', () => {
    show(['draw']);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
