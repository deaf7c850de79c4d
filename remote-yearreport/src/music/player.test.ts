import { describe, expect, it } from 'vitest';
import { FakeAudio } from '../testing/fake-audio.ts';
import { createPlayer } from './player.ts';

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

function created() {
  const audio = new FakeAudio();
  const player = createPlayer(audio);
  const heard: boolean[] = [];
  player.subscribe(() => heard.push(player.isPlaying()));
  return { audio, player, heard };
}

describe('the player', () => {
  it('says it plays when the element does, and not before', async () => {
    const { player, heard } = created();
    player.open();
    expect(player.isPlaying()).toBe(false);
    await settle();
    expect(heard).toEqual([true]);
  });

  it('waits for a touch where playing is refused', async () => {
    const { audio, player } = created();
    audio.refuses = true;
    player.open();
    await settle();
    expect(player.isPlaying()).toBe(false);
    audio.refuses = false;
    player.nudge();
    await settle();
    expect(player.isPlaying()).toBe(true);
  });

  it('stays off for good when the user turns it off', async () => {
    const { player } = created();
    player.open();
    await settle();
    player.toggle();
    await settle();
    for (const again of [() => player.nudge(), () => player.release('hidden')]) {
      again();
      await settle();
      expect(player.isPlaying()).toBe(false);
    }
    player.toggle();
    await settle();
    expect(player.isPlaying()).toBe(true);
  });

  it('goes on after the page was hidden, if it was playing', async () => {
    const { player, heard } = created();
    player.open();
    await settle();
    player.hold('hidden');
    await settle();
    player.release('hidden');
    await settle();
    expect(heard).toEqual([true, false, true]);
  });

  it('goes on when the page was hidden for less than the element takes to say so', async () => {
    const { player } = created();
    player.open();
    await settle();
    player.hold('hidden');
    player.release('hidden');
    await settle();
    expect(player.isPlaying()).toBe(true);
    player.hold('hidden');
    await settle();
    expect(player.isPlaying()).toBe(false);
  });

  it('stays silent after the page was hidden, if it was off', async () => {
    const { player } = created();
    player.open();
    await settle();
    player.toggle();
    await settle();
    player.hold('hidden');
    player.release('hidden');
    await settle();
    expect(player.isPlaying()).toBe(false);
  });

  it('needs every hold released', async () => {
    const { player } = created();
    player.open();
    await settle();
    player.hold('hidden');
    player.hold('lastSlide');
    player.release('hidden');
    await settle();
    expect(player.isPlaying()).toBe(false);
    player.release('lastSlide');
    await settle();
    expect(player.isPlaying()).toBe(true);
  });

  it('does not start while it is held', async () => {
    const { player } = created();
    player.hold('hidden');
    player.open();
    player.nudge();
    await settle();
    expect(player.isPlaying()).toBe(false);
  });

  it('believes the element when the system stops it, and does not start over it', async () => {
    const { audio, player } = created();
    player.open();
    await settle();
    audio.pause();
    await settle();
    expect(player.isPlaying()).toBe(false);
    player.nudge();
    await settle();
    expect(player.isPlaying()).toBe(false);
  });

  it('is off when the file is broken', async () => {
    const { audio, player } = created();
    player.open();
    await settle();
    audio.dispatchEvent(new Event('error'));
    expect(player.isPlaying()).toBe(false);
  });

  it('ends with the screen', async () => {
    const { audio, player, heard } = created();
    player.open();
    await settle();
    player.close();
    await settle();
    expect(audio.paused).toBe(true);
    expect(heard).toEqual([true]);
  });
});
