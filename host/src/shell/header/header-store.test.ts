import { describe, expect, it, vi } from 'vitest';
import { createHeaderStore } from './header-store.ts';

describe('the header', () => {
  it('shows the route until a screen says otherwise, and again when it has left', () => {
    const header = createHeaderStore();
    header.setRouteTitle('规则');
    const undo = header.set({ title: '活动规则', share: true });
    expect(header.get()).toEqual({ title: '活动规则', share: true });
    undo();
    expect(header.get()).toEqual({ title: '规则' });
  });

  it('lays one part over another, and an absent one over nothing', () => {
    const header = createHeaderStore();
    header.setRouteTitle('作品');
    const right = { label: '删除', onPress: vi.fn() };
    header.set({ right });
    header.set(JSON.parse('{"share":true}'));
    const loose: Record<string, undefined> = { title: undefined }; // what a remote built without these checks may send
    header.set(loose);
    expect(header.get()).toEqual({ title: '作品', right, share: true });
  });

  it('takes back its own even when the next screen is there already', () => {
    const header = createHeaderStore();
    const undoOld = header.set({ title: '旧', share: true });
    header.set({ title: '新' });
    undoOld();
    undoOld();
    expect(header.get()).toEqual({ title: '新' });
  });

  it('keeps its object, and its peace, while nothing changes', () => {
    const header = createHeaderStore();
    header.setRouteTitle('a');
    const heard = vi.fn();
    header.subscribe(heard);
    const before = header.get();
    header.setRouteTitle('a');
    expect(header.get()).toBe(before);
    expect(heard).not.toHaveBeenCalled();
  });
});
