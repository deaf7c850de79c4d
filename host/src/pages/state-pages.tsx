import type { ReactNode } from 'react';
import { commonCopy, fill, formatDateTime, parseInstant } from '@fridge/shared-contracts';
import { Phrases } from '@fridge/shared-ui';
import { StatePage } from '@fridge/shared-ui/internal';
import { copy } from '../copy.ts';
import { FirstScreenEnd } from '../lib/first-screen.ts';
import { type StillOpen, StillOpenList } from './still-open.tsx';

/** `before`: where a title breaks, if texts are so large that it has to. */
const failures = {
  failed: { name: 'remote.failed', mood: 'unplugged', before: '加载失败' },
  timeout: { name: 'remote.timeout', mood: 'unplugged', before: '加载超时' },
  outdated: { name: 'remote.outdated', mood: 'asleep', before: '正在更新' },
  crash: { name: 'remote.crash', mood: 'puzzled', before: '出了点问题' },
  registry: { name: 'registry', mood: 'unplugged', before: '暂时不可用' },
} as const;

/** Replaces a page that failed (architecture, "When a remote fails"). */
export function FailedPage({
  kind,
  retrying,
  onRetry,
}: {
  kind: keyof typeof failures;
  retrying: boolean;
  onRetry: () => void;
}) {
  const { name, mood, before } = failures[kind];
  return (
    <>
      <StatePage
        focusHeading
        mood={mood}
        title={<Phrases text={copy[`host.${name}.title`]} before={before} />}
        text={copy[`host.${name}.desc`]}
        action={{
          children: copy['host.remote.retry'],
          onClick: onRetry,
          busy: retrying,
          busyLabel: commonCopy['common.loading'],
          'data-action': 'host.retry',
        }}
      />
      <FirstScreenEnd />
    </>
  );
}

export type ClosedName = keyof typeof moods;

const moods = { notFound: 'puzzled', offline: 'asleep', notStarted: 'smile', ended: 'calm' } as const;

/**
 * No activity is open here: none is known, operators switched it off (`offline`), or its window is closed (spec section
 * 9).
 * @param bound of the window: its start or its end, ISO time
 */
export function ClosedPage({
  name,
  told,
  bound,
  onPress,
  stillOpen,
  children,
}: {
  name: ClosedName;
  /** What operators say instead. */
  told?: string | undefined;
  bound?: string | undefined;
  onPress: () => void;
  /** Of an activity that is over. */
  stillOpen?: StillOpen | undefined;
  children?: ReactNode;
}) {
  const instant = parseInstant(bound); // the schema of the settings has checked it
  const time = instant === null ? '' : formatDateTime(instant);
  return (
    <>
      <StatePage
        focusHeading
        mood={moods[name]}
        title={copy[`host.${name}.title`]}
        text={told ? <>{told}</> : fill(copy[`host.${name}.desc`], { startTime: time, endTime: time })}
        action={{ children: copy[`host.${name}.button`], onClick: onPress, 'data-action': 'host.leave' }}
        more={(name === 'ended' || name === 'offline') && <StillOpenList {...stillOpen} />}
      >
        {children}
      </StatePage>
      <FirstScreenEnd />
    </>
  );
}
