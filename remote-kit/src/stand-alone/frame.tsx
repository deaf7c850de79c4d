import type { HeaderState, HeaderTone } from '@fridge/shared-contracts';
import { BackIcon, ShareIcon, useStore } from '@fridge/shared-ui';
import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import type { FakeHost } from '../testing/fake-host.ts';

/** The host's header and toast. */
export function Frame({ fake, title, tone, children }: { fake: FakeHost; title: string; tone: HeaderTone | null; children: ReactNode }) {
  const header = useStore(fake.header);
  useStore(fake.log);
  const colours = header.tone ?? tone;
  return (
    <main className="frame">
      <header className="header" style={colours ? { background: colours.background, color: colours.ink } : undefined}>
        <button type="button" aria-label="Back" onClick={() => void fake.pressBack()}><BackIcon /></button>
        {header.tabs ? <Tabs {...header.tabs} /> : <b>{header.title ?? title}</b>}
        {header.right && <button type="button" className="right" onClick={header.right.onPress}>{header.right.label}</button>}
        {header.share && <button type="button" aria-label="Share" onClick={() => void fake.host.sharing.share()}><ShareIcon /></button>}
      </header>
      <ErrorBoundary fallback={<p className="none">The screen threw: see the console, then reload.</p>}>{children}</ErrorBoundary>
      <output className="toast">{fake.toasts.at(-1)}</output>
    </main>
  );
}

function Tabs({ labels, selected, onSelect }: NonNullable<HeaderState['tabs']>) {
  return (
    <div role="tablist" aria-label="Tabs" className="tabs">
      {labels.map((label, at) => <button key={label} type="button" role="tab" aria-selected={at === selected} onClick={() => onSelect(at)}>{label}</button>)}
    </div>
  );
}
