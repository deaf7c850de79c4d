import { commonCopy } from '@fridge/shared-contracts/copy';
import { Fridge, StatePage } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';

export interface DisconnectedPageProps {
  onReconnect: () => void;
  reconnecting?: boolean;
}

/** Where a card page leads when the app doesn't answer (spec section 8, "native-call timeout"). */
export default function DisconnectedPage({ onReconnect, reconnecting = false }: DisconnectedPageProps) {
  return (
    <StatePage
      focusHeading
      illustration={<Fridge mood="unplugged" />}
      title={copy['host.disconnected.title']}
      text={copy['host.disconnected.desc']}
      action={{
        label: copy['host.disconnected.button'],
        onPress: onReconnect,
        busy: reconnecting,
        busyLabel: commonCopy['common.loading'],
      }}
    />
  );
}
