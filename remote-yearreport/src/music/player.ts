/** What the player needs of an audio element; the page gives it a real one. */
export type AudioElement = Pick<HTMLAudioElement, 'paused' | 'play' | 'pause' | 'addEventListener' | 'removeEventListener'>;

export type Player = {
  /** Whether sound really comes out, by the element's own events and never by what was asked of it. */
  isPlaying(): boolean;
  subscribe(listener: () => void): () => void;
  /** Listens to the element and tries to play; a browser that refuses leaves it paused. */
  open(): void;
  /** The user's button: what they choose holds until they choose again. */
  toggle(): void;
  /** Silent for as long as something keeps it so (a hidden page); then on, if it was playing. */
  hold(reason: string): void;
  release(reason: string): void;
  /** A chance to play that a refused start waits for: the first touch, or WeChat's bridge. */
  nudge(): void;
  /** Silent, and deaf until it is opened again. */
  close(): void;
};

/**
 * One audio element and who may make it sound (spec section 4: "music autoplays, pauses when the page is hidden and
 * toggles on click"). `wanted` is what should be heard while nothing holds it; the state is what is heard.
 */
export function createPlayer(audio: AudioElement): Player {
  const holds = new Set<string>();
  const listeners = new Set<() => void>();
  let wanted = false;
  let playing = false;

  const hear = (next: boolean) => {
    if (playing === next) return;
    playing = next;
    for (const listener of listeners) listener();
  };
  const play = () => {
    // Refused without a touch in most browsers, or broken: the events tell, and the next nudge tries again.
    void Promise.resolve(audio.play()).catch(() => hear(false));
  };
  const follow = () => {
    if (wanted && holds.size === 0) {
      if (audio.paused) play();
    } else if (!audio.paused) audio.pause();
  };
  const onPlaying = () => hear(true);
  const onSilent = () => hear(false);
  const onPause = () => {
    // Told late, when it plays again already.
    if (!audio.paused) return;
    hear(false);
    // The system stopped it (a call, another app's sound): it stays off until the user wants it again.
    if (holds.size === 0) wanted = false;
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
      wanted = true;
      follow();
    },
    toggle: () => {
      wanted = !playing;
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
