import { type ReactNode, useEffectEvent, useLayoutEffect, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { FailedPage } from '../pages/failed/failed.tsx';

/** How often a visit is drawn anew before it is given up. */
const RECOVERIES = 2;

export interface VisitBoundaryProps {
  children: ReactNode;
  /** Number of the visit. */
  visit: number;
  /** Called for each error that reaches this boundary. */
  onError: (error: unknown) => void;
}

/**
 * Outlives the visits. A screen that throws while it is unmounted (in an effect's clean-up, in a ref callback) takes its
 * own boundary with it, and the error arrives here: the page that follows is drawn anew. Only a page that keeps
 * throwing is given up.
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
