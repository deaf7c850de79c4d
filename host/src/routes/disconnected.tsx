import { useState } from 'react';
import DisconnectedPage from '../pages/state-pages/disconnected-page.tsx';
import type { PageProps } from './page-of.tsx';

/** Where an unanswered call on a card page leads: reconnecting asks the app once more and goes back when it answers. */
export function Disconnected({ services }: PageProps) {
  const [reconnecting, setReconnecting] = useState(false);
  const reconnect = async () => {
    setReconnecting(true);
    const home = await services.bridge.call('getHomeInfo');
    setReconnecting(false);
    if (home.ok) services.navigation.replace('/');
  };
  return <DisconnectedPage reconnecting={reconnecting} onReconnect={() => void reconnect()} />;
}
