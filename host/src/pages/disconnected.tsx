import { useState } from 'react';
import { type BridgeService, commonCopy, type NavigationService } from '@fridge/shared-contracts';
import { splitQuery } from '@fridge/shared-contracts/page';
import { StatePage } from '@fridge/shared-ui/internal';
import { copy } from '../copy.ts';
import { pageBefore } from './page-before.ts';

/** Shown when the app doesn't answer a card page (spec section 8, "native-call timeout"). Reconnecting restores it. */
export default function Disconnected({
  query,
  bridge,
  replace,
}: {
  query: Readonly<Record<string, string>>;
  bridge: BridgeService;
  replace: NavigationService['replace'];
}) {
  const [reconnecting, setReconnecting] = useState(false);
  const reconnect = async () => {
    setReconnecting(true);
    const home = await bridge.call('getHomeInfo');
    setReconnecting(false);
    if (!home.ok) return;
    const before = pageBefore(query['from']);
    replace(before.path, { ...before.query, ...splitQuery(query).personal });
  };
  return (
    <StatePage
      focusHeading
      mood="unplugged"
      title={copy['host.disconnected.title']}
      text={copy['host.disconnected.desc']}
      action={{
        children: copy['host.disconnected.button'],
        onClick: () => void reconnect(),
        busy: reconnecting,
        busyLabel: commonCopy['common.loading'],
        'data-action': 'host.reconnect',
      }}
    />
  );
}
