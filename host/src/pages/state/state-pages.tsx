import { fill, formatDateTime, parseInstant } from '@fridge/shared-contracts';
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

/** An activity that operators have switched off (architecture, "The registry"). */
export function SwitchedOffPage({ onOthers }: { onOthers: () => void }) {
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

/**
 * A route whose period hasn't begun yet (spec section 9).
 * @param start an ISO time; without one the page names no date
 */
export function NotStartedPage({ start, onOthers }: { start: string | null; onOthers: () => void }) {
  const startTime = dateTime(start);
  return (
    <StatePage
      focusHeading
      illustration={<Fridge mood="smile" />}
      title={copy['host.notStarted.title']}
      text={startTime === null ? undefined : fill(copy['host.notStarted.desc'], { startTime })}
      action={{ label: copy['host.notStarted.button'], onPress: onOthers }}
    />
  );
}

/**
 * A route whose period is over (spec section 9).
 * @param end an ISO time; without one the page names no date
 */
export function EndedPage({ end, onOthers }: { end: string | null; onOthers: () => void }) {
  const endTime = dateTime(end);
  return (
    <StatePage
      focusHeading
      illustration={<Fridge mood="proud" />}
      title={copy['host.ended.title']}
      text={endTime === null ? undefined : fill(copy['host.ended.desc'], { endTime })}
      action={{ label: copy['host.ended.button'], onPress: onOthers }}
    />
  );
}

function dateTime(text: string | null): string | null {
  const instant = text === null ? null : parseInstant(text);
  return instant === null ? null : formatDateTime(instant);
}
