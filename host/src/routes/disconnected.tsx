import { useState } from 'react';
import DisconnectedPage from '../pages/state-pages/disconnected-page.tsx';
import { pageBefore } from './page-before.ts';
import type { PageProps } from './page-of.tsx';

/** Where an unanswered call on a card page leads: reconnecting asks the app once more and goes on where it broke off. */
export function Disconnected({ services, place }: PageProps) {
  const [reconnecting, setReconnecting] = useState(false);
  const reconnect = async () => {
    setReconnecting(true);
    const home = await services.bridge.call('getHomeInfo');
    setReconnecting(false);
    if (home.ok) services.navigation.replace(pageBefore(place.query['from']));
  };
  return <DisconnectedPage reconnecting={reconnecting} onReconnect={() => void reconnect()} />;
}
