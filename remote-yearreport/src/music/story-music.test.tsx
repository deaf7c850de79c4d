// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { FakeAudio } from '../testing/fake-audio.ts';
import { audios, eachInOwnVisit, key, openSlides, pass, press } from '../testing/open-report.tsx';

eachInOwnVisit();

describe('the music', () => {
  it('plays with the slides, stops on a click and while the page is hidden', async () => {
    const fake = await openSlides();
    expect(audios[0]).toMatchObject({ paused: false, loop: true });
    act(() => fake.setVisibility('hidden'));
    await pass(0);
    expect(screen.getByRole('button', { name: '播放音乐' })).toBeTruthy();
    act(() => fake.setVisibility('visible'));
    await pass(0);
    await press('关闭音乐');
    expect(audios[0]?.paused).toBe(true);
    act(() => fake.setVisibility('hidden'));
    act(() => fake.setVisibility('visible'));
    await pass(0);
    expect(audios[0]?.paused).toBe(true);
    await press('播放音乐');
    expect(audios[0]?.paused).toBe(false);
  });

  it.each([
    ['the first touch', () => fireEvent.pointerUp(document.body)],
    ["WeChat's bridge", () => document.dispatchEvent(new Event('WeixinJSBridgeReady'))],
  ])('waits for %s where it may not play by itself', async (_, chance) => {
    const refusing = vi
      .spyOn(FakeAudio.prototype, 'play')
      .mockRejectedValueOnce(new DOMException('no gesture', 'NotAllowedError'));
    await openSlides();
    expect(screen.getByRole('button', { name: '播放音乐' })).toBeTruthy();
    await act(() => void chance());
    await pass(0);
    expect(screen.getByRole('button', { name: '关闭音乐' })).toBeTruthy();
    refusing.mockRestore();
  });

  it('goes on to the end, where the last slide hides its button', async () => {
    await openSlides();
    await key('End');
    await pass(0);
    expect(audios[0]?.paused).toBe(false);
    expect(screen.queryByRole('button', { name: /音乐/ })).toBeNull();
    await key('ArrowUp');
    await pass(0);
    await press('关闭音乐');
    await key('End');
    await pass(0);
    expect(audios[0]?.paused).toBe(true);
  });

  it('ends with the screen', async () => {
    await openSlides();
    cleanup();
    expect(audios[0]?.paused).toBe(true);
  });
});
