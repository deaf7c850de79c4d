import { type ReactNode, useEffectEvent, useLayoutEffect, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { FailedPage } from '../pages/failed/failed.tsx';

/** Redraws before a page is given up. */
const RECOVERIES = 2;

export interface VisitBoundaryProps {
  children: ReactNode;
  visit: number;
  onError: (error: unknown) => void;
}

/**
 * Outlives visits: a screen that throws while unmounting (effect clean-up, ref callback) takes its own boundary with
 * it. Redraws the next page, unless it keeps throwing.
 */
export function VisitBoundary({ children, visit, onError }: VisitBoundaryProps) {
  const [recovered, setRecovered] = useState({ visit, times: 0 });
  const times = recovered.visit === visit ? recovered.times : 0;
  return (
    <ErrorBoundary
      resetKeys={[visit]}
      onError={onError}
      onReset={() => setRecovered({ visit, times: times < RECOVERIES ? times + 1 : 0 })}
      // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
      fallbackRender={({ resetErrorBoundary: reset }) =>
        times < RECOVERIES ? <Recovery onMounted={reset} /> : <FailedPage kind="crash" retrying={false} onRetry={reset} />
      }
    >
      {children}
    </ErrorBoundary>
  );
}

function Recovery({ onMounted }: { onMounted: () => void }) {
  const recover = useEffectEvent(onMounted);
  useLayoutEffect(() => recover(), []);
  return null;
}
