import { useState } from 'react';
import { commonCopy, fill } from '@fridge/shared-contracts';
import { Fridge, type FridgeMood, StatePage } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';

const messages = {
  failed: { mood: 'unplugged', title: copy['host.remote.failed.title'], text: copy['host.remote.failed.desc'] },
  timeout: { mood: 'unplugged', title: copy['host.remote.timeout.title'], text: copy['host.remote.timeout.desc'] },
  incompatible: { mood: 'puzzled', title: copy['host.remote.incompatible.title'], text: fill(copy['host.remote.incompatible.desc']) },
  outdated: { mood: 'asleep', title: copy['host.remote.outdated.title'], text: copy['host.remote.outdated.desc'] },
  crash: { mood: 'puzzled', title: copy['host.remote.crash.title'], text: copy['host.remote.crash.desc'] },
  registry: { mood: 'unplugged', title: copy['host.registry.title'], text: copy['host.registry.desc'] },
} as const satisfies Record<string, { mood: FridgeMood; title: string; text: string }>;

export interface FailedPageProps {
  kind: keyof typeof messages;
  retrying: boolean;
  onRetry: () => void;
}

/** Replaces a page that failed (architecture, "When a remote fails"). */
export function FailedPage({ kind, retrying, onRetry }: FailedPageProps) {
  const { mood, title, text } = messages[kind];
  return (
    <StatePage
      focusHeading
      illustration={<Fridge mood={mood} />}
      title={title}
      text={text}
      action={{ label: copy['host.remote.retry'], onPress: onRetry, busy: retrying, busyLabel: commonCopy['common.loading'] }}
    />
  );
}

/** No registry, not even a stored one; the retry needs no reload. */
export function RegistryFailedPage({ refresh }: { refresh: () => Promise<void> }) {
  const [retrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    await refresh();
    setRetrying(false);
  };
  return <FailedPage kind="registry" retrying={retrying} onRetry={() => void retry()} />;
}
