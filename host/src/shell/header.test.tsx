// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { copy } from '../copy.ts';
import { createHeader, Header, tabAfterKey } from './header.tsx';

function show(height = 44) {
  const header = createHeader();
  const onBack = vi.fn();
  const onShare = vi.fn();
  render(<Header header={header} statusBarHeight={createStore(() => height)} onBack={onBack} onShare={onShare} />);
  return { header, onBack, onShare };
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the header bar', () => {
  it('always has a way back', () => {
    const { onBack } = show();
    fireEvent.click(screen.getByRole('button', { name: copy['host.header.back.aria'] }));
    expect(onBack).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('navigation', { name: copy['host.header.aria'] })).toBeTruthy();
  });

  it('says what operators say, as plain text, while they say it', () => {
    const notice = createStore<string | null>(() => null);
    const bar = { statusBarHeight: createStore(() => 0), onBack: vi.fn(), onShare: vi.fn() };
    render(<Header header={createHeader()} notice={notice} {...bar} />);
    act(() => notice.setState('今晚<b>维护', true));
    expect(screen.getByRole('status').textContent).toBe('今晚<b>维护');
    act(() => notice.setState(null, true));
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('names the screen and the document', () => {
    const { header } = show();
    act(() => header.setRoute({ title: '节能秘籍', tone: null }));
    expect(screen.getByText('节能秘籍')).toBeTruthy();
    expect(document.title).toBe('节能秘籍');
  });

  it('shows share and the right-hand text when asked to', () => {
    const { header, onShare } = show();
    expect(screen.queryByRole('button', { name: copy['host.header.share.aria'] })).toBeNull();
    const onPress = vi.fn();
    act(() => void header.set({ share: true, right: { label: '删除', onPress } }));
    fireEvent.click(screen.getByRole('button', { name: copy['host.header.share.aria'] }));
    fireEvent.click(screen.getByRole('button', { name: '删除' }));
    expect([onShare, onPress].map((spy) => spy.mock.calls.length)).toEqual([1, 1]);
  });

  it('turns titles into tabs that the keyboard walks through', () => {
    const { header } = show();
    const onSelect = vi.fn();
    act(() => void header.set({ tabs: { labels: ['全部', '我的'], selected: 0, onSelect } }));
    const [first, second] = screen.getAllByRole('tab');
    expect(screen.getByRole('tablist', { name: copy['host.header.tabs.aria'] })).toBeTruthy();
    expect([first?.tabIndex, second?.tabIndex]).toEqual([0, -1]);
    if (!first) throw new Error('no tab');
    fireEvent.keyDown(first, { key: 'ArrowRight' });
    expect(onSelect).toHaveBeenCalledWith(1);
    expect(document.activeElement).toBe(second);
  });

  it.each(['altKey', 'ctrlKey', 'metaKey', 'shiftKey'])('leaves keys with %s to the browser', (modifier) => {
    const { header } = show();
    const onSelect = vi.fn();
    act(() => void header.set({ tabs: { labels: ['全部', '我的'], selected: 0, onSelect } }));
    fireEvent.keyDown(screen.getByRole('tab', { name: '全部' }), { key: 'ArrowRight', [modifier]: true });
    expect(onSelect).not.toHaveBeenCalled();
  });

  it('makes room for the status bar and publishes its height', () => {
    show(59);
    expect(document.documentElement.style.getPropertyValue('--status-bar-height')).toBe('59px');
    expect(document.documentElement.style.getPropertyValue('--header-height')).toMatch(/^\d+px$/);
  });

  it('publishes a new height of the status bar in the same frame', () => {
    const statusBarHeight = createStore(() => 44);
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
      },
    );
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => 44 + statusBarHeight.getState());
    render(<Header header={createHeader()} statusBarHeight={statusBarHeight} onBack={vi.fn()} onShare={vi.fn()} />);
    act(() => statusBarHeight.setState(47));
    expect(document.documentElement.style.getPropertyValue('--header-height')).toBe('91px');
  });

  it("wears the activity's colours, over the whole width, and lies over the screen when asked to", () => {
    const { header } = show();
    const banner = screen.getByRole('banner');
    act(() => header.setRoute({ title: '大转盘', tone: { background: '#7a0a1b', ink: '#fff3dc' } }));
    expect([
      banner.style.getPropertyValue('--header-background'),
      banner.style.getPropertyValue('--header-ink'),
    ]).toEqual(['#7a0a1b', '#fff3dc']);
    expect(banner.classList.contains('toned')).toBe(true);
    act(() => void header.set({ overlay: true }));
    expect(banner.classList.contains('overlay')).toBe(true);
    act(() => header.setRoute({ title: '大转盘', tone: null }));
    expect(banner.style.getPropertyValue('--header-background')).toBe('');
  });
});

it.each([
  ['ArrowRight', 0, 3, 1],
  ['ArrowRight', 2, 3, 0],
  ['ArrowLeft', 0, 3, 2],
  ['ArrowLeft', 2, 3, 1],
  ['Home', 2, 3, 0],
  ['End', 0, 3, 2],
  ['Enter', 0, 3, null],
  ['ArrowRight', 0, 1, 0],
])('%s on tab %i of %i leads to %j', (key, selected, count, next) =>
  expect(tabAfterKey(key, selected, count)).toBe(next),
);

describe('createHeader', () => {
  it('shows the route until a screen says otherwise, and again when it has left', () => {
    const header = createHeader();
    header.setRoute({ title: '规则', tone: null });
    const undo = header.set({ title: '活动规则', share: true });
    expect(header.store.getState()).toEqual({ title: '活动规则', share: true });
    undo();
    expect(header.store.getState()).toEqual({ title: '规则' });
  });

  it('overrides single parts, and none by an absent one', () => {
    const header = createHeader();
    header.setRoute({ title: '作品', tone: null });
    const right = { label: '删除', onPress: vi.fn() };
    header.set({ right });
    header.set(JSON.parse('{"share":true}'));
    const loose: Record<string, undefined> = { title: undefined }; // what a remote built without these checks may send
    header.set(loose);
    expect(header.store.getState()).toEqual({ title: '作品', right, share: true });
  });

  it('takes back its own even when the next screen is there already', () => {
    const header = createHeader();
    const undoOld = header.set({ title: '旧', share: true });
    header.set({ title: '新' });
    undoOld();
    undoOld();
    expect(header.store.getState()).toEqual({ title: '新' });
  });

  it('calls no listener while nothing changes', () => {
    const header = createHeader();
    header.setRoute({ title: 'a', tone: null });
    const heard = vi.fn();
    header.store.subscribe(heard);
    const before = header.store.getState();
    header.setRoute({ title: 'a', tone: null });
    expect(header.store.getState()).toBe(before);
    expect(heard).not.toHaveBeenCalled();
  });

  it("takes the route's colours until a screen brings its own", () => {
    const header = createHeader();
    const red = { background: '#7a0a1b', ink: '#fff3dc' };
    const gold = { background: '#f6c667', ink: '#5a1a00' };
    header.setRoute({ title: '大转盘', tone: red });
    expect(header.store.getState()).toEqual({ title: '大转盘', tone: red });
    const undo = header.set({ tone: gold, overlay: true });
    expect(header.store.getState()).toEqual({ title: '大转盘', tone: gold, overlay: true });
    undo();
    header.setRoute({ title: '大转盘', tone: null });
    expect(header.store.getState()).toEqual({ title: '大转盘' });
  });
});
