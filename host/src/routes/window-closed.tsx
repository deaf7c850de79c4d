import { lazy, Suspense } from 'react';
import { RemoteLoading } from '../pages/remote-loading/remote-loading.tsx';

const NotStartedPage = lazy(() => import('../pages/state-pages/not-started-page.tsx'));
const EndedPage = lazy(() => import('../pages/state-pages/ended-page.tsx'));

type Props = { state: 'notStarted' | 'ended'; /** ISO time of the bound that was missed. */ at: string; onOthers: () => void };

/** A route outside its window. */
export function WindowClosed({ state, at, onOthers }: Props) {
  return (
    <Suspense fallback={<RemoteLoading />}>
      {state === 'notStarted' ? <NotStartedPage start={at} onOthers={onOthers} /> : <EndedPage end={at} onOthers={onOthers} />}
    </Suspense>
  );
}
