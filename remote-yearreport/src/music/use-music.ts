import type { HostServices } from '@fridge/shared-contracts';
import { useStore } from '@fridge/shared-ui';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import nightLoop from './night-loop.wav';
import { createPlayer } from './player.ts';

/** Afterwards WeChat allows sound without a touch. */
const WECHAT_READY = 'WeixinJSBridgeReady';
/** On the music button, whose touch isn't a nudge. */
const MUSIC_BUTTON = 'data-music';

export interface Music {
  playing: boolean;
  toggle: () => void;
}

/** The story's music (spec section 4). */
export function useMusic(host: Pick<HostServices, 'visibility'>): Music {
  const [player] = useState(() => {
    const audio = new Audio(nightLoop);
    audio.loop = true;
    return createPlayer(audio);
  });
  const playing = useSyncExternalStore(player.subscribe, player.isPlaying);
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

  useEffect(() => (visibility === 'hidden' ? player.hold('hidden') : player.release('hidden')), [player, visibility]);

  return { playing, toggle: useCallback(() => player.toggle(), [player]) };
}
