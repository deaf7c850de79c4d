import { describe, expect, it } from 'vitest';
import { FakeAudio } from '../testing/fake-audio.ts';
import { createPlayer } from './use-music.ts';

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

function created() {
  const audio = new FakeAudio();
  const heard: boolean[] = [];
  const player = createPlayer(audio, (playing) => {
    if (playing !== (heard.at(-1) ?? false)) heard.push(playing);
  });
  return { audio, player, heard, isPlaying: () => heard.at(-1) ?? false };
}

describe('the player', () => {
  it('says it plays when the element does, and not before', async () => {
    const { player, heard, isPlaying } = created();
    player.open();
    expect(isPlaying()).toBe(false);
    await settle();
    expect(heard).toEqual([true]);
  });

  it('waits for a touch where playing is refused', async () => {
    const { audio, player, isPlaying } = created();
    audio.refuses = true;
    player.open();
    await settle();
    expect(isPlaying()).toBe(false);
    audio.refuses = false;
    player.nudge();
    await settle();
    expect(isPlaying()).toBe(true);
  });

  it('stays off for good when the user turns it off', async () => {
    const { player, isPlaying } = created();
    player.open();
    await settle();
    player.toggle();
    await settle();
    for (const again of [() => player.nudge(), () => player.setHidden(false)]) {
      again();
      await settle();
      expect(isPlaying()).toBe(false);
    }
    player.toggle();
    await settle();
    expect(isPlaying()).toBe(true);
  });

  it('goes on after the page was hidden, if it was playing', async () => {
    const { player, heard } = created();
    player.open();
    await settle();
    player.setHidden(true);
    await settle();
    player.setHidden(false);
    await settle();
    expect(heard).toEqual([true, false, true]);
  });

  it('goes on when the page was hidden for less than the element takes to say so', async () => {
    const { player, isPlaying } = created();
    player.open();
    await settle();
    player.setHidden(true);
    player.setHidden(false);
    await settle();
    expect(isPlaying()).toBe(true);
    player.setHidden(true);
    await settle();
    expect(isPlaying()).toBe(false);
  });

  it('stays silent after the page was hidden, if it was off', async () => {
    const { player, isPlaying } = created();
    player.open();
    await settle();
    player.toggle();
    await settle();
    player.setHidden(true);
    player.setHidden(false);
    await settle();
    expect(isPlaying()).toBe(false);
  });

  it('does not start while the page is hidden', async () => {
    const { player, isPlaying } = created();
    player.setHidden(true);
    player.open();
    player.nudge();
    await settle();
    expect(isPlaying()).toBe(false);
  });

  it('believes the element when the system stops it, and does not start over it', async () => {
    const { audio, player, isPlaying } = created();
    player.open();
    await settle();
    audio.pause();
    await settle();
    expect(isPlaying()).toBe(false);
    player.nudge();
    await settle();
    expect(isPlaying()).toBe(false);
  });

  it('is off when the file is broken', async () => {
    const { audio, player, isPlaying } = created();
    player.open();
    await settle();
    audio.dispatchEvent(new Event('error'));
    expect(isPlaying()).toBe(false);
  });

  it('ends with the screen', async () => {
    const { audio, player, heard } = created();
    player.open();
    await settle();
    player.close();
    await settle();
    expect(audio.paused).toBe(true);
    player.nudge();
    await settle();
    expect(heard).toEqual([true, false]);
  });
});
