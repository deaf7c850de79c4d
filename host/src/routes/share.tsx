import { useState } from 'react';
import { publicQuery, writeQuery } from '@fridge/shared-contracts';
import { commonCopy } from '@fridge/shared-contracts/copy';
import SharePage from '../pages/share-page/share-page.tsx';
import type { PageProps } from './page-of.tsx';

/** `/share` and `/yearReportShare`: the address that is copied carries nothing of the user's (publicQuery). */
export default function Share({ place, skin, services, settings, variant }: PageProps & { variant: 'report' | 'activity' }) {
  const [copyState, setCopyState] = useState<'idle' | 'copying' | 'failed'>('idle');
  const address = `${location.origin}${place.path}${writeQuery(publicQuery(place.query))}`;
  const copy = async () => {
    setCopyState('copying');
    const copied = await services.clipboard.copy(address);
    setCopyState(copied ? 'idle' : 'failed');
    services.feedback.toast(commonCopy[copied ? 'common.copyLink.toast' : 'common.copyLinkFail.toast']);
  };
  return (
    <SharePage
      skin={skin}
      variant={variant}
      downloadPage={settings.downloadPage}
      pageAddress={address}
      inWeChat={services.environment.inWeChat}
      copyState={copyState}
      onCopy={() => void copy()}
    />
  );
}
