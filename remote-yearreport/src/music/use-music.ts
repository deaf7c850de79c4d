import type { HostServices } from '@fridge/shared-contracts';
import { useStore } from '@fridge/shared-ui';
import { useEffect, useState } from 'react';
import nightLoop from './night-loop.m4a';

/** Afterwards WeChat allows sound without a touch. */
const WECHAT_READY = 'WeixinJSBridgeReady';
/** On the music button, whose touch isn't a nudge. */
const MUSIC_BUTTON = 'data-music';

/** The story's music (spec section 4). */
export function useMusic(host: Pick<HostServices, 'visibility'>): { playing: boolean; toggle: () => void } {
  const [playing, setPlaying] = useState(false);
  const [player] = useState(() => {
    const audio = new Audio(nightLoop);
    audio.loop = true;
    return createPlayer(audio, setPlaying);
  });
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

/**
 * Autoplays, pauses on a hidden page, toggles on click (spec section 4).
 * @param onPlaying told by the element's events: play may be refused
 */
export function createPlayer(audio: AudioElement, onPlaying: (playing: boolean) => void) {
  let shouldPlay = false;
  let isHidden = false;
  let playing = false;

  const setPlaying = (next: boolean) => {
    playing = next;
    onPlaying(next);
  };
  const follow = () => {
    if (!shouldPlay || isHidden) audio.pause();
    // Browsers refuse before a touch: the next nudge retries.
    else if (audio.paused) audio.play().catch(() => setPlaying(false));
  };
  const want = (wanted: boolean) => {
    shouldPlay = wanted;
    follow();
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
    open: () => want(true),
    close: () => want(false),
    toggle: () => want(!playing),
    setHidden: (hidden: boolean) => {
      if (hidden === isHidden) return;
      isHidden = hidden;
      follow();
    },
    /** Retries a refused start, on a touch or WeChat's event. */
    nudge: follow,
  };
}
