import { Fridge, StatePage } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';

/** An activity that operators have switched off (architecture, "The registry"). */
export function OfflinePage({ onOthers }: { onOthers: () => void }) {
  return (
    <StatePage
      focusHeading
      illustration={<Fridge mood="asleep" />}
      title={copy['host.offline.title']}
      text={copy['host.offline.desc']}
      action={{ label: copy['host.offline.button'], onPress: onOthers }}
    />
  );
}
