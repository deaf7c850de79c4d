import { type ComponentType, useEffect, useState } from 'react';
import { TIMED_OUT, withTimeout } from '../lib/with-timeout.ts';
import { FailedPage } from './failed/failed.tsx';
import { LoadingPage } from './loading/loading.tsx';

/** How long the code of a page may take, milliseconds; like that of a remote's screen. */
const LIMIT_MS = 5_000;

const reload = () => location.reload();

export type PageModule<Props> = { default: ComponentType<Props> };

type State<Props> = { kind: 'loading' } | { kind: 'shown'; Page: ComponentType<Props> } | { kind: 'failed' | 'timeout'; retrying: boolean };

/**
 * Draws one of the host's own pages whose code comes on demand, bounded and with a retry like a remote's. Where the
 * retry fails too the engine may be keeping the first failure for the page's life: the page is then opened anew.
 */
export function LazyPage<Props extends object>({ load, props, reopen = reload }: {
  load: () => Promise<PageModule<Props>>;
  props: Props;
  reopen?: () => void;
}) {
  const [state, setState] = useState<State<Props>>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let left = false;
    const arrive = (next: State<Props>) => {
      if (left) return;
      if (attempt > 0 && next.kind !== 'shown') reopen();
      setState(next);
    };
    withTimeout(load(), LIMIT_MS).then(
      (code) => arrive(code === TIMED_OUT ? { kind: 'timeout', retrying: false } : { kind: 'shown', Page: code.default }),
      () => arrive({ kind: 'failed', retrying: false }),
    );
    return () => {
      left = true;
    };
  }, [load, attempt, reopen]);

  if (state.kind === 'loading') return <LoadingPage />;
  if (state.kind === 'shown') return <state.Page {...props} />;
  const retry = () => {
    setState({ ...state, retrying: true });
    setAttempt(attempt + 1);
  };
  return <FailedPage kind={state.kind} retrying={state.retrying} onRetry={retry} />;
}
