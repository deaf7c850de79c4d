import type { HostServices, Store } from '@fridge/shared-contracts';
import { useStore } from '@fridge/shared-ui';
import { useEffect, useState } from 'react';
import nightLoop from './night-loop.m4a';

/** Afterwards WeChat allows sound without a touch. */
const WECHAT_READY = 'WeixinJSBridgeReady';
/** On the music button, whose touch isn't a nudge. */
const MUSIC_BUTTON = 'data-music';

/** The story's music (spec section 4). */
export function useMusic(host: Pick<HostServices, 'visibility'>): { playing: boolean; toggle: () => void } {
  const [player] = useState(() => {
    const audio = new Audio(nightLoop);
    audio.loop = true;
    return createPlayer(audio);
  });
  const playing = useStore(player);
  const visibility = useStore(host.visibility);

  useEffect(() => {
    const nudge = (event: Event) => {
      if (!(event.target instanceof Element && event.target.closest(`[${MUSIC_BUTTON}]`))) player.nudge();
    };
    const chances = ['touchend', 'pointerup', 'keydown', WECHAT_READY] as const;
    for (const chance of chances) document.addEventListener(chance, nudge);
    player.open();
    return () => {
      for (const chance of chances) document.removeEventListener(chance, nudge);
      player.close();
    };
  }, [player]);

  useEffect(() => player.setHidden(visibility === 'hidden'), [player, visibility]);

  return { playing, toggle: player.toggle };
}

export type AudioElement = Pick<HTMLAudioElement, 'paused' | 'play' | 'pause' | 'addEventListener'>;

/** The state is whether it plays, by the element's events: play may be refused. */
interface Player extends Store<boolean> {
  /** Tries to play. */
  open(): void;
  toggle(): void;
  setHidden(hidden: boolean): void;
  /** Retries a refused start, on a touch or WeChat's event. */
  nudge(): void;
  close(): void;
}

/** Autoplays, pauses on a hidden page, toggles on click (spec section 4). */
export function createPlayer(audio: AudioElement): Player {
  const listeners = new Set<() => void>();
  let shouldPlay = false;
  let isHidden = false;
  let playing = false;

  const setPlaying = (next: boolean) => {
    if (playing === next) return;
    playing = next;
    for (const listener of listeners) listener();
  };
  const follow = () => {
    if (!shouldPlay || isHidden) audio.pause();
    // Browsers refuse before a touch: the next nudge retries.
    else if (audio.paused) audio.play().catch(() => setPlaying(false));
  };
  audio.addEventListener('playing', () => setPlaying(true));
  for (const name of ['ended', 'error', 'emptied', 'waiting'] as const)
    audio.addEventListener(name, () => setPlaying(false));
  audio.addEventListener('pause', () => {
    // A late event: it plays again.
    if (!audio.paused) return;
    setPlaying(false);
    // Paused by the system (a call, another app): off until the user starts it.
    if (!isHidden) shouldPlay = false;
  });

  return {
    getState: () => playing,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open: () => {
      shouldPlay = true;
      follow();
    },
    toggle: () => {
      shouldPlay = !playing;
      follow();
    },
    setHidden: (hidden) => {
      if (hidden === isHidden) return;
      isHidden = hidden;
      follow();
    },
    nudge: follow,
    close: () => {
      shouldPlay = false;
      follow();
    },
  };
}
