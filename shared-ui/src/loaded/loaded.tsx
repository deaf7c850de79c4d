import { commonCopy } from '@fridge/shared-contracts';
import type { ReactNode } from 'react';
import { unseen } from '../unseen.ts';
import type { ServerData, ServerRead } from '../use-server-data.ts';
import { KeepFocus } from './keep-focus.tsx';
import { LoadFailure, type LoadFailureLook } from './load-failure.tsx';

interface LoadedProps<Data> {
  /** From `useServerData`. */
  read: Pick<ServerRead<Data>, 'result' | 'isRetrying' | 'retry'>;
  /** In the shape of the content; screen readers are told that it loads. */
  skeleton: ReactNode;
  /** `message`: in place of what the read says. */
  failure?: LoadFailureLook & { message?: string };
  /** Default: a failure, whose retry asks the guest to log in. */
  needsLogin?: ReactNode;
  className?: string | undefined;
  /** @param missing why `data` isn't complete, or not as new as asked for; told above it */
  children: (data: Data, missing: string | null) => ReactNode;
}

/** Skeleton, failure or content, with the failure above it where a part is missing. The focus stays within. */
export function Loaded<Data>({ read, skeleton, failure, needsLogin, className, children }: LoadedProps<Data>) {
  const { result, isRetrying, retry } = read;
  const isAsked = result.phase === 'needsLogin' && needsLogin !== undefined;
  const message = isAsked ? null : failureMessage(result);
  return (
    <KeepFocus className={className}>
      {isAsked && needsLogin}
      {result.phase === 'loading' && (
        <>
          <output className={unseen}>{commonCopy['common.loading']}</output>
          {skeleton}
        </>
      )}
      {message !== null && <LoadFailure message={message} {...failure} isRetrying={isRetrying} onRetry={retry} />}
      {result.phase === 'ready' && children(result.data, result.missing)}
    </KeepFocus>
  );
}

function failureMessage(result: ServerData<unknown>): string | null {
  switch (result.phase) {
    case 'loading':
      return null;
    case 'needsLogin':
      return commonCopy['host.login.required.toast'];
    case 'failed':
      return result.message;
    case 'ready':
      return result.missing;
  }
}
