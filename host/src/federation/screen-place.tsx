import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { ActivityFailure } from './failures.ts';
import { phaseLimits } from './load-screen.ts';
import styles from './screen-place.module.css';

export interface ScreenPlaceProps {
  children: ReactNode;
  /** Left by the user; stays until the next screen is ready. */
  isFormer: boolean;
  waiting: ReactNode;
  /** The screen threw, or suspended or was empty too long. */
  onFailure: (failure: ActivityFailure) => void;
}

/** Error boundary and time limit of a remote's screen. */
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
      <ErrorBoundary fallback={null} onError={(error) => onFailure(new ActivityFailure('render', 'threw', { cause: error }))}>
        <Suspense fallback={<Waiting onTimeout={() => onFailure(new ActivityFailure('render', 'timeout'))}>{waiting}</Waiting>}>
          {children}
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

function Waiting({ children, onTimeout }: { children: ReactNode; onTimeout: () => void }) {
  const expire = useEffectEvent(onTimeout);
  useEffect(() => {
    const timer = setTimeout(() => expire(), phaseLimits.render);
    return () => clearTimeout(timer);
  }, []);
  return children;
}
