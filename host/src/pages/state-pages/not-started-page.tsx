import { formatDateTime, parseInstant } from '@fridge/shared-contracts';
import { fill } from '@fridge/shared-contracts/copy';
import { Fridge, StatePage } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';

export interface NotStartedPageProps {
  /** Start of the route's window, an ISO time; without one the page names no date. */
  start: string | null;
  onOthers: () => void;
}

/** A route whose window hasn't opened yet (spec section 9). */
export default function NotStartedPage({ start, onOthers }: NotStartedPageProps) {
  const instant = start === null ? null : parseInstant(start);
  return (
    <StatePage
      focusHeading
      illustration={<Fridge mood="smile" />}
      title={copy['host.notStarted.title']}
      text={instant === null ? undefined : fill(copy['host.notStarted.desc'], { startTime: formatDateTime(instant) })}
      action={{ label: copy['host.notStarted.button'], onPress: onOthers }}
    />
  );
}
