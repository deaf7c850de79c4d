import { formatDateTime, parseInstant } from '@fridge/shared-contracts';
import { fill } from '@fridge/shared-contracts/copy';
import { Fridge, StatePage } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';

export interface EndedPageProps {
  /** End of the route's window, an ISO time; without one the page names no date. */
  end: string | null;
  onOthers: () => void;
}

/** A route whose window has closed (spec section 9). */
export default function EndedPage({ end, onOthers }: EndedPageProps) {
  const instant = end === null ? null : parseInstant(end);
  return (
    <StatePage
      focusHeading
      illustration={<Fridge mood="proud" />}
      title={copy['host.ended.title']}
      text={instant === null ? undefined : fill(copy['host.ended.desc'], { endTime: formatDateTime(instant) })}
      action={{ label: copy['host.ended.button'], onPress: onOthers }}
    />
  );
}
