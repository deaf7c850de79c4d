import { commonCopy, fill, formatDateTime, parseInstant } from '@fridge/shared-contracts';
import { Phrases } from '@fridge/shared-ui';
import { Fridge, type FridgeMood, StatePage } from '@fridge/shared-ui/internal';
import { copy } from '../copy.ts';
import { PrizesLink } from './prizes-link.tsx';

/** `before`: where a title breaks, if texts are so large that it has to. */
const messages = {
  failed: {
    mood: 'unplugged',
    title: copy['host.remote.failed.title'],
    before: '加载失败',
    text: copy['host.remote.failed.desc'],
  },
  timeout: {
    mood: 'unplugged',
    title: copy['host.remote.timeout.title'],
    before: '加载超时',
    text: copy['host.remote.timeout.desc'],
  },
  outdated: {
    mood: 'asleep',
    title: copy['host.remote.outdated.title'],
    before: '正在更新',
    text: copy['host.remote.outdated.desc'],
  },
  crash: {
    mood: 'puzzled',
    title: copy['host.remote.crash.title'],
    before: '出了点问题',
    text: copy['host.remote.crash.desc'],
  },
  registry: {
    mood: 'unplugged',
    title: copy['host.registry.title'],
    before: '暂时不可用',
    text: copy['host.registry.desc'],
  },
} as const satisfies Record<string, { mood: FridgeMood; title: string; before: string; text: string }>;

/** Replaces a page that failed (architecture, "When a remote fails"). */
export function FailedPage({
  kind,
  retrying,
  onRetry,
}: {
  kind: keyof typeof messages;
  retrying: boolean;
  onRetry: () => void;
}) {
  const { mood, title, before, text } = messages[kind];
  return (
    <StatePage
      focusHeading
      illustration={<Fridge mood={mood} />}
      title={<Phrases text={title} before={before} />}
      text={text}
      action={{
        label: copy['host.remote.retry'],
        onPress: onRetry,
        busy: retrying,
        busyLabel: commonCopy['common.loading'],
      }}
    />
  );
}

function Message({
  name,
  mood,
  text,
  onPress,
  prizesHref,
}: {
  name: 'notFound' | 'offline' | 'notStarted' | 'ended';
  mood: FridgeMood;
  text: string | undefined;
  onPress: () => void;
  prizesHref?: string | undefined;
}) {
  return (
    <StatePage
      focusHeading
      illustration={<Fridge mood={mood} />}
      title={copy[`host.${name}.title`]}
      text={text}
      action={{ label: copy[`host.${name}.button`], onPress }}
      more={<PrizesLink href={prizesHref} />}
    />
  );
}

export function NotFoundPage({ onHome }: { onHome: () => void }) {
  return <Message name="notFound" mood="puzzled" text={copy['host.notFound.desc']} onPress={onHome} />;
}

/** Switched off by operators (architecture, "The registry"). */
export function SwitchedOffPage({ onOthers, prizesHref }: { onOthers: () => void; prizesHref?: string | undefined }) {
  const text = copy['host.offline.desc'];
  return <Message name="offline" mood="asleep" text={text} onPress={onOthers} prizesHref={prizesHref} />;
}

/** Before the window (spec section 9). @param start ISO time */
export function NotStartedPage({ start, onOthers }: { start: string; onOthers: () => void }) {
  const instant = parseInstant(start);
  const text =
    instant === null ? undefined : fill(copy['host.notStarted.desc'], { startTime: formatDateTime(instant) });
  return <Message name="notStarted" mood="smile" text={text} onPress={onOthers} />;
}

/** After the window (spec section 9). @param end ISO time */
export function EndedPage({
  end,
  onOthers,
  prizesHref,
}: {
  end: string;
  onOthers: () => void;
  prizesHref?: string | undefined;
}) {
  const instant = parseInstant(end);
  const text = instant === null ? undefined : fill(copy['host.ended.desc'], { endTime: formatDateTime(instant) });
  return <Message name="ended" mood="proud" text={text} onPress={onOthers} prizesHref={prizesHref} />;
}
