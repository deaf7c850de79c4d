import type { AudioElement } from '../music/use-music.ts';

/** An audio element that obeys, or refuses as a browser does before the first touch; events come as real ones do. */
export class FakeAudio extends EventTarget implements AudioElement {
  paused = true;
  refuses = false;
  loop = false;
  src = '';
  preload = '';

  play(): Promise<void> {
    if (this.refuses)
      return Promise.reject(new DOMException('play() can only be initiated by a user gesture', 'NotAllowedError'));
    this.paused = false;
    queueMicrotask(() => {
      if (!this.paused) this.dispatchEvent(new Event('playing'));
    });
    return Promise.resolve();
  }

  pause(): void {
    if (this.paused) return;
    this.paused = true;
    queueMicrotask(() => this.dispatchEvent(new Event('pause')));
  }
}
