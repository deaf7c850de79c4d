import { type ReactNode, useLayoutEffect, useMemo } from 'react';
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
  const recoveries = useMemo(() => ({ visit, count: 0 }), [visit]);
  const fallback = ({ resetErrorBoundary }: { resetErrorBoundary: () => void }) => (
    <Recovery recoveries={recoveries} onRetry={resetErrorBoundary} />
  );
  return (
    <ErrorBoundary resetKeys={[visit]} onError={onError} fallbackRender={fallback}>
      {children}
    </ErrorBoundary>
  );
}

function Recovery({ recoveries, onRetry }: { recoveries: { count: number }; onRetry: () => void }) {
  const givenUp = recoveries.count >= RECOVERIES;
  useLayoutEffect(() => {
    if (givenUp) return;
    recoveries.count += 1;
    onRetry();
  }, [givenUp, recoveries, onRetry]);
  const retry = () => {
    recoveries.count = 0;
    onRetry();
  };
  return givenUp ? <FailedPage kind="crash" retrying={false} onRetry={retry} /> : null;
}
