import { Fridge, StatePage } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';

/** An address that no route answers to. */
export function NotFoundPage({ onHome }: { onHome: () => void }) {
  return (
    <StatePage
      focusHeading
      illustration={<Fridge mood="puzzled" />}
      title={copy['host.notFound.title']}
      text={copy['host.notFound.desc']}
      action={{ label: copy['host.notFound.button'], onPress: onHome }}
    />
  );
}
