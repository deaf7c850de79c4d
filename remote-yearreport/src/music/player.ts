export type AudioElement = Pick<HTMLAudioElement, 'paused' | 'play' | 'pause' | 'addEventListener' | 'removeEventListener'>;

export type Player = {
  /** By the element's events: play may be refused. */
  isPlaying(): boolean;
  subscribe(listener: () => void): () => void;
  /** Tries to play. */
  open(): void;
  toggle(): void;
  /** Pauses until the release of this reason. */
  hold(reason: string): void;
  release(reason: string): void;
  /** Retries a refused start, on a touch or WeChat's event. */
  nudge(): void;
  close(): void;
};

/** Autoplays, pauses on a hidden page, toggles on click (spec section 4). */
export function createPlayer(audio: AudioElement): Player {
  const holds = new Set<string>();
  const listeners = new Set<() => void>();
  let shouldPlay = false;
  let playing = false;

  const setPlaying = (next: boolean) => {
    if (playing === next) return;
    playing = next;
    for (const listener of listeners) listener();
  };
  const play = () => {
    // Browsers refuse before a touch: the next nudge retries.
    void Promise.resolve(audio.play()).catch(() => setPlaying(false));
  };
  const follow = () => {
    if (shouldPlay && holds.size === 0) {
      if (audio.paused) play();
    } else if (!audio.paused) audio.pause();
  };
  const onPlaying = () => setPlaying(true);
  const onSilent = () => setPlaying(false);
  const onPause = () => {
    // A late event: it plays again.
    if (!audio.paused) return;
    setPlaying(false);
    // Paused by the system (a call, another app): off until the user starts it.
    if (holds.size === 0) shouldPlay = false;
  };
  const silences = ['ended', 'error', 'emptied', 'waiting'] as const;

  return {
    isPlaying: () => playing,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open: () => {
      audio.addEventListener('playing', onPlaying);
      audio.addEventListener('pause', onPause);
      for (const name of silences) audio.addEventListener(name, onSilent);
      shouldPlay = true;
      follow();
    },
    toggle: () => {
      shouldPlay = !playing;
      follow();
    },
    hold: (reason) => {
      holds.add(reason);
      follow();
    },
    release: (reason) => {
      if (holds.delete(reason)) follow();
    },
    nudge: follow,
    close: () => {
      audio.removeEventListener('playing', onPlaying);
      audio.removeEventListener('pause', onPause);
      for (const name of silences) audio.removeEventListener(name, onSilent);
      audio.pause();
      playing = false;
    },
  };
}
