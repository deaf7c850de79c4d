import { type ComponentType, useEffect, useState } from 'react';
import type { LateCode } from '@fridge/shared-ui';
import { useRetryOnline } from '@fridge/shared-ui/internal';
import { TIMED_OUT, withTimeout } from '../lib/with-timeout.ts';
import { LoadingPage } from './loading.tsx';
import { FailedPage } from './state-pages.tsx';

const ANSWER_LIMIT_MS = 5_000;

type PageModule<Props> = { default: ComponentType<Props> };

type State<Props> =
  | { phase: 'loading' }
  | { phase: 'shown'; Page: ComponentType<Props> }
  | { phase: 'failed' | 'timeout'; retrying: boolean };

/** Draws a lazily loaded host page. A new version may have replaced its code: then `reopen` reloads the page. */
export function LazyPage<Props extends object>({
  code,
  props,
  reopen = reopenIfServed,
}: {
  code: LateCode<PageModule<Props>>;
  props: Props;
  reopen?: () => Promise<void>;
}) {
  const [state, setState] = useState<State<Props>>(() => stateOf(code.getState()));
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let left = false;
    void code.load().then((outcome) => {
      if (left) return;
      setState(outcome.ok ? stateOf(outcome.code) : { phase: outcome.reason, retrying: false });
      if (attempt > 0 && !outcome.ok) void reopen();
    });
    return () => {
      left = true;
    };
  }, [code, attempt, reopen]);

  const isFailed = state.phase === 'failed' || state.phase === 'timeout';
  const retry = () => {
    if (isFailed) setState({ ...state, retrying: true });
    setAttempt(attempt + 1);
  };
  useRetryOnline(isFailed ? (state.retrying ? 'loading' : 'failed') : state.phase, retry);
  if (state.phase === 'loading') return <LoadingPage />;
  if (state.phase === 'shown') return <state.Page {...props} />;
  return <FailedPage kind={state.phase} retrying={state.retrying} onRetry={retry} />;
}

function stateOf<Props>(module: PageModule<Props> | null): State<Props> {
  return module ? { phase: 'shown', Page: module.default } : { phase: 'loading' };
}

/** Offline, a reload would show the browser's error page. */
export async function reopenIfServed(page: Pick<Window, 'fetch' | 'location'> = window): Promise<void> {
  const request = page.fetch(page.location.href, { method: 'HEAD', cache: 'no-store' });
  const answer = await withTimeout(request, ANSWER_LIMIT_MS).catch(() => TIMED_OUT);
  if (typeof answer !== 'symbol' && answer.ok) page.location.reload();
}
