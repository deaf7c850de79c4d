import type { TrackingEvents, Vitals } from '@fridge/shared-contracts/page';
import { whenIdle } from '../../lib/when-idle.ts';
import type { measureWebVitals } from './measure-web-vitals.ts';

/** `isFirst`: the page began with it. `load`: as in the event. */
export type ShownRelease = Pick<TrackingEvents['vitals'], 'page' | 'remote' | 'version' | 'load'> & {
  isFirst: boolean;
};

/**
 * How fast the releases were that this view of the page showed: each once, when the page is first left. The Web Vitals
 * belong to the release that the page began with, as long as it is on screen; their code is loaded when the page is
 * idle.
 */
export function createReleaseVitals({
  window,
  track,
  loadCode,
}: {
  window: Window;
  track: (vitals: TrackingEvents['vitals']) => void;
  loadCode: () => Promise<{ measureWebVitals: typeof measureWebVitals }>;
}) {
  /** `null`: reported. */
  const shown = new Map<string, Omit<ShownRelease, 'isFirst'> | null>();
  let first = '';
  let latest = '';
  let leftAt = Number.POSITIVE_INFINITY;
  let measured: ReturnType<typeof measureWebVitals> | undefined;

  const measure = async () => {
    const { measureWebVitals: observe } = await loadCode();
    measured = observe(() => leftAt);
  };

  return {
    /** @returns call when its screen goes */
    shown({ isFirst, ...release }: ShownRelease): () => void {
      const key = `${release.remote} ${release.version}`;
      if (isFirst && first === '') {
        first = key;
        whenIdle(window, () => void measure().catch(() => undefined));
      }
      if (key === first && key === latest) leftAt = Number.POSITIVE_INFINITY; // went from screen to screen
      latest = key;
      if (!shown.has(key)) shown.set(key, release);
      return () => {
        if (key === first) leftAt = Math.min(leftAt, window.performance.now());
      };
    },
    report(): void {
      for (const [key, release] of shown) {
        if (release === null) continue;
        shown.set(key, null);
        const { load, ...of } = release;
        const vitals: Vitals = { ...(load !== undefined && { load }), ...(key === first && measured?.()) };
        if (Object.keys(vitals).length > 0) track({ ...of, ...vitals });
      }
    },
  };
}
