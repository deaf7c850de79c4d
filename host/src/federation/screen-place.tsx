import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { Boundary } from '../lib/boundary.tsx';
import { ActivityFailure } from './failures.ts';
import { phaseLimits } from './load-screen.ts';
import styles from './screen-place.module.css';

export interface ScreenPlaceProps {
  children: ReactNode;
  /** The user has left it, and it stands for a moment longer. */
  isFormer: boolean;
  /** Drawn while the screen suspends. */
  waiting: ReactNode;
  /** Called when the screen throws, suspends for longer than its limit, or draws nothing within it. */
  onFailure: (failure: ActivityFailure) => void;
}

/**
 * Where a remote's screen stands. Whatever keeps it from being drawn ends here: what it throws, and a wait or an
 * emptiness without end.
 */
export function ScreenPlace({ children, isFormer, waiting, onFailure }: ScreenPlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (place.current?.textContent === '' && place.current.childElementCount === 0) fail(new ActivityFailure('render', 'missing'));
    }, phaseLimits.render);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div ref={place} className={styles.place} inert={isFormer} aria-hidden={isFormer || undefined}>
      <Boundary onError={(error) => onFailure(new ActivityFailure('render', 'threw', { cause: error }))}>
        <Suspense fallback={<Waiting onTimeout={() => onFailure(new ActivityFailure('render', 'timeout'))}>{waiting}</Waiting>}>
          {children}
        </Suspense>
      </Boundary>
    </div>
  );
}

/** Stands for as long as the screen suspends. */
function Waiting({ children, onTimeout }: { children: ReactNode; onTimeout: () => void }) {
  const expire = useEffectEvent(onTimeout);
  useEffect(() => {
    const timer = setTimeout(() => expire(), phaseLimits.render);
    return () => clearTimeout(timer);
  }, []);
  return children;
}
