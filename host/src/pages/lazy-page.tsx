import { type ComponentType, useEffect, useState } from 'react';
import type { LateCode } from '@fridge/shared-ui';
import { TIMED_OUT, withTimeout } from '../lib/with-timeout.ts';
import { FailedPage } from './failed/failed.tsx';
import { LoadingPage } from './loading/loading.tsx';

/** How long the page itself may take to say that it is still served, milliseconds. */
const ANSWER_LIMIT_MS = 5_000;

export type PageModule<Props> = { default: ComponentType<Props> };

type State<Props> = { kind: 'loading' } | { kind: 'shown'; Page: ComponentType<Props> } | { kind: 'failed' | 'timeout'; retrying: boolean };

/**
 * Draws one of the host's own pages whose code comes on demand, bounded and with a retry like a remote's. Where the
 * retry fails too, the code may be that of a host that is served no more: `reopen` opens the page anew.
 */
export function LazyPage<Props extends object>({ code, props, reopen = reopenIfServed }: {
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
      setState(outcome.ok ? stateOf(outcome.code) : { kind: outcome.reason, retrying: false });
      if (attempt > 0 && !outcome.ok) void reopen();
    });
    return () => {
      left = true;
    };
  }, [code, attempt, reopen]);

  if (state.kind === 'loading') return <LoadingPage />;
  if (state.kind === 'shown') return <state.Page {...props} />;
  const retry = () => {
    setState({ ...state, retrying: true });
    setAttempt(attempt + 1);
  };
  return <FailedPage kind={state.kind} retrying={state.retrying} onRetry={retry} />;
}

function stateOf<Props>(module: PageModule<Props> | null): State<Props> {
  return module ? { kind: 'shown', Page: module.default } : { kind: 'loading' };
}

/** Reloads the page if it is served at this moment: offline, a reload would leave nothing but the browser's own error page. */
export async function reopenIfServed(page: Pick<Window, 'fetch' | 'location'> = window): Promise<void> {
  const answer = await withTimeout(page.fetch(page.location.href, { method: 'HEAD', cache: 'no-store' }), ANSWER_LIMIT_MS).catch(() => TIMED_OUT);
  if (typeof answer !== 'symbol' && answer.ok) page.location.reload();
}
