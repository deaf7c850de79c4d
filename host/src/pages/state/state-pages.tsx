import { fill, formatDateTime, parseInstant } from '@fridge/shared-contracts';
import { Fridge, type FridgeMood, StatePage } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';

type MessageProps = {
  name: 'notFound' | 'offline' | 'notStarted' | 'ended';
  mood: FridgeMood;
  text: string | undefined;
  onPress: () => void;
};

function Message({ name, mood, text, onPress }: MessageProps) {
  return (
    <StatePage
      focusHeading
      illustration={<Fridge mood={mood} />}
      title={copy[`host.${name}.title`]}
      text={text}
      action={{ label: copy[`host.${name}.button`], onPress }}
    />
  );
}

export function NotFoundPage({ onHome }: { onHome: () => void }) {
  return <Message name="notFound" mood="puzzled" text={copy['host.notFound.desc']} onPress={onHome} />;
}

/** Switched off by operators (architecture, "The registry"). */
export function SwitchedOffPage({ onOthers }: { onOthers: () => void }) {
  return <Message name="offline" mood="asleep" text={copy['host.offline.desc']} onPress={onOthers} />;
}

/**
 * Before the window (spec section 9).
 * @param start ISO time; `null` shows no date
 */
export function NotStartedPage({ start, onOthers }: { start: string | null; onOthers: () => void }) {
  const startTime = dateTime(start);
  const text = startTime === null ? undefined : fill(copy['host.notStarted.desc'], { startTime });
  return <Message name="notStarted" mood="smile" text={text} onPress={onOthers} />;
}

/**
 * After the window (spec section 9).
 * @param end ISO time; `null` shows no date
 */
export function EndedPage({ end, onOthers }: { end: string | null; onOthers: () => void }) {
  const endTime = dateTime(end);
  const text = endTime === null ? undefined : fill(copy['host.ended.desc'], { endTime });
  return <Message name="ended" mood="proud" text={text} onPress={onOthers} />;
}

function dateTime(text: string | null): string | null {
  const instant = text === null ? null : parseInstant(text);
  return instant === null ? null : formatDateTime(instant);
}
