import type { ComponentType } from 'react';
import { RETRY_ADDRESSES } from '@fridge/shared-contracts/page';
import type { LateCode } from '@fridge/shared-ui';
import { useLateCode } from '@fridge/shared-ui/internal';
import { FirstScreenEnd } from '../lib/first-screen.ts';
import { DocumentPage } from './document-page.tsx';
import { LoadingPage } from './loading.tsx';
import { FailedPage } from './state-pages.tsx';

/** A lazily loaded page of the host. Once its addresses are used up, the retry loads the document. */
export function LazyPage<Props extends object>({
  code,
  props,
  loadDocument,
}: {
  code: LateCode<{ default: ComponentType<Props> }>;
  props: Props;
  loadDocument: () => Promise<void>;
}) {
  const late = useLateCode(code);
  if (late.code)
    return (
      <>
        <late.code.default {...props} />
        <FirstScreenEnd />
      </>
    );
  if (late.failure === null) return <LoadingPage />;
  if (late.hasFailed && late.attempt >= RETRY_ADDRESSES)
    return <DocumentPage failed="failed" loadDocument={loadDocument} />;
  return <FailedPage kind={late.failure} retrying={!late.hasFailed} onRetry={late.retry} />;
}
