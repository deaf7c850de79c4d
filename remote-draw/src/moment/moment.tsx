import { formatCopy } from '@fridge/shared-contracts';
import { joinClasses, Phrases } from '@fridge/shared-ui';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { copy } from '../copy.ts';
import type { Won } from '../draw/shown-result.ts';
import { Drawing, GiftArt } from '../theme/gift-art.tsx';
import theme from '../theme/theme.module.css';
import doorInside from './door-inside.svg?raw';
import door from './door.svg?raw';
import inside from './inside.svg?raw';
import styles from './moment.module.css';

/** Milliseconds; `moment.module.css` ends its animations with it. */
export const MOMENT_MS = 2_400;

/**
 * A first prize's moment over the whole screen: the fridge's door opens, the prize stands on its shelf, light falls
 * over the screen. It covers the result's dialog, which screen readers and the keyboard have from the start; a tap or a
 * key ends it.
 */
export function Moment({ won, onEnd }: { won: Won; onEnd: () => void }) {
  const moment = useRef<HTMLDivElement>(null);
  // An ancestor that is transformed, as while the dialog comes, would hold what is fixed.
  useLayoutEffect(() => {
    for (let above = moment.current?.parentElement; above; above = above.parentElement)
      for (const animation of above.getAnimations?.() ?? []) animation.finish();
  }, []);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const timer = setTimeout(() => end(), MOMENT_MS);
    // The dialog tells of Escape.
    const skip = ({ key }: KeyboardEvent) => key !== 'Escape' && end();
    addEventListener('keydown', skip);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', skip);
    };
  }, []);

  return (
    <div
      ref={moment}
      className={styles.moment}
      role="presentation"
      aria-hidden="true"
      data-testid="draw-moment"
      onClick={onEnd}
    >
      <div className={styles.rays} />
      <div className={styles.flood} />
      <div className={styles.words}>
        <p className={styles.title}>{copy['draw.result.win.title']}</p>
        <p className={joinClasses(theme.display, styles.level)}>{formatCopy[`fmt.level.${won.level}`]}</p>
        <p className={styles.name}>
          <Phrases text={won.giftName} />
        </p>
      </div>
      <PrizeFridge won={won} className={styles.grand} />
      <div className={styles.wedge} />
    </div>
  );
}

interface PrizeFridgeProps {
  won: Won;
  /** Whether the door is open from the start. */
  isOpen?: boolean;
  className?: string | undefined;
}

/** The open fridge with the prize on its shelf. */
export function PrizeFridge({ won, isOpen = false, className }: PrizeFridgeProps) {
  return (
    <div className={joinClasses(styles.fridge, !isOpen && styles.opening, className)} data-level={won.level}>
      {won.level <= 2 && <div className={styles.beam} />}
      <Drawing drawing={inside} viewBox="0 0 240 340" className={styles.part} />
      <div className={styles.halo} />
      <GiftArt gift={won.level} className={styles.prize} />
      <div className={styles.door}>
        <Drawing drawing={doorInside} viewBox="0 0 240 340" className={joinClasses(styles.part, styles.back)} />
        <Drawing drawing={door} viewBox="0 0 240 340" className={joinClasses(styles.part, styles.face)} />
      </div>
    </div>
  );
}
