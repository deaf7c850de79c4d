import { describe, expect, it, vi } from 'vitest';
import { createHeader } from './header.tsx';

describe('the header', () => {
  it('shows the route until a screen says otherwise, and again when it has left', () => {
    const header = createHeader();
    header.setRoute({ title: '规则', tone: null });
    const undo = header.set({ title: '活动规则', share: true });
    expect(header.store.getState().view).toEqual({ title: '活动规则', share: true });
    undo();
    expect(header.store.getState().view).toEqual({ title: '规则' });
  });

  it('overrides single parts, and none by an absent one', () => {
    const header = createHeader();
    header.setRoute({ title: '作品', tone: null });
    const right = { label: '删除', onPress: vi.fn() };
    header.set({ right });
    header.set(JSON.parse('{"share":true}'));
    const loose: Record<string, undefined> = { title: undefined }; // what a remote built without these checks may send
    header.set(loose);
    expect(header.store.getState().view).toEqual({ title: '作品', right, share: true });
  });

  it('takes back its own even when the next screen is there already', () => {
    const header = createHeader();
    const undoOld = header.set({ title: '旧', share: true });
    header.set({ title: '新' });
    undoOld();
    undoOld();
    expect(header.store.getState().view).toEqual({ title: '新' });
  });

  it('calls no listener while nothing changes', () => {
    const header = createHeader();
    header.setRoute({ title: 'a', tone: null });
    const heard = vi.fn();
    header.store.subscribe(heard);
    const before = header.store.getState().view;
    header.setRoute({ title: 'a', tone: null });
    expect(header.store.getState().view).toBe(before);
    expect(heard).not.toHaveBeenCalled();
  });

  it('takes the route\'s colours until a screen brings its own', () => {
    const header = createHeader();
    const red = { background: '#7a0a1b', ink: '#fff3dc' };
    const gold = { background: '#f6c667', ink: '#5a1a00' };
    header.setRoute({ title: '大转盘', tone: red });
    expect(header.store.getState().view).toEqual({ title: '大转盘', tone: red });
    const undo = header.set({ tone: gold, overlay: true });
    expect(header.store.getState().view).toEqual({ title: '大转盘', tone: gold, overlay: true });
    undo();
    header.setRoute({ title: '大转盘', tone: null });
    expect(header.store.getState().view).toEqual({ title: '大转盘' });
  });
});
