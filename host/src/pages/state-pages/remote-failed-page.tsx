import { commonCopy, fill } from '@fridge/shared-contracts/copy';
import { Fridge, type FridgeMood, StatePage } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';

export type RemoteFailure = 'failed' | 'timeout' | 'incompatible' | 'crash' | 'registry';

const faces: Record<RemoteFailure, { mood: FridgeMood; title: string; text: string }> = {
  failed: { mood: 'unplugged', title: copy['host.remote.failed.title'], text: copy['host.remote.failed.desc'] },
  timeout: { mood: 'unplugged', title: copy['host.remote.timeout.title'], text: copy['host.remote.timeout.desc'] },
  incompatible: { mood: 'puzzled', title: copy['host.remote.incompatible.title'], text: fill(copy['host.remote.incompatible.desc']) },
  crash: { mood: 'puzzled', title: copy['host.remote.crash.title'], text: copy['host.remote.crash.desc'] },
  registry: { mood: 'unplugged', title: copy['host.registry.title'], text: copy['host.registry.desc'] },
};

export interface RemoteFailedPageProps {
  kind: RemoteFailure;
  /** A retry is under way: the button says so. */
  retrying: boolean;
  onRetry: () => void;
}

/** An activity that can't be shown (architecture, "When a remote fails"). It needs nothing from the network. */
export function RemoteFailedPage({ kind, retrying, onRetry }: RemoteFailedPageProps) {
  const { mood, title, text } = faces[kind];
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
