import { fill } from '@fridge/shared-contracts';
import { type FormEvent, useState } from 'react';
import { type AppState, mainView } from '../app/app-state.ts';
import { useApp, useAppState } from '../app/use-app.ts';
import { copy } from '../copy.ts';
import { hostPath } from '../settings/host-address.ts';
import { Check, Section } from './controls.tsx';
import controls from './controls.module.css';

/** Page context in a URL (spec section 3, "Page context"). */
function contextOf(session: AppState['session']): Record<string, string> {
  if (!session) return {};
  const fridge = session.home.fridges[0];
  return {
    fridgeId: fridge?.fridgeId ?? '',
    mobile: session.mobile,
    homeId: session.home.homeId,
    userId: session.userId,
    sn8: fridge?.sn8 ?? '',
    spec: fridge?.spec ?? '',
  };
}

export function PageSection() {
  const app = useApp();
  const session = useAppState((state) => state.session);
  const view = useAppState(mainView);
  /** `null` while the field shows the open page. */
  const [typed, setTyped] = useState<string | null>(null);
  const address = typed ?? (view ? hostPath(view.url) : '/');
  const [withContext, setWithContext] = useState(false);
  const [meijuBanner, setBanner] = useState(false);
  const [card, setCard] = useState(false);
  const [withReportToken, setReportToken] = useState(false);
  const [fromReport, setFromReport] = useState(false);
  const [foreign, setForeign] = useState(false);

  const open = async (event: FormEvent) => {
    event.preventDefault();
    const context = {
      ...(withContext && contextOf(session)),
      ...(withReportToken && (await app.reportAccess('wxToken'))),
      ...(fromReport && (await app.reportAccess('meijuReport'))),
    };
    const opened = app.open(address, { meijuBanner, card, context });
    setForeign(!opened);
    if (opened) setTyped(null);
  };

  const actions: [label: string, onClick: () => void, testId?: string][] = [
    [copy['mock.panel.reload'], app.reload],
    [copy['mock.panel.home'], app.goHome],
    [copy['mock.panel.pageHide'], () => app.sendVisibility('pageHide'), 'page-hide'],
    [copy['mock.panel.pageShow'], () => app.sendVisibility('pageShow'), 'page-show'],
  ];

  return (
    <Section title={copy['mock.panel.page']} testId="page-controls">
      <form className={controls.row} onSubmit={(event) => void open(event)}>
        <input
          className={controls.field}
          style={{ flex: 1 }}
          value={address}
          onChange={(event) => setTyped(event.target.value)}
          aria-label={copy['mock.panel.address']}
          aria-invalid={foreign}
          spellCheck={false}
          autoCapitalize="none"
          data-testid="address"
        />
        <button type="submit" className={`${controls.button} ${controls.main}`} data-testid="open">{copy['mock.panel.open']}</button>
        {foreign ? <p role="alert" className={controls.bad}>{fill(copy['mock.panel.address.foreign'], { origin: new URL(app.hostUrl).origin })}</p> : null}
      </form>
      <div className={controls.row}>
        <Check label={copy['mock.panel.context']} checked={withContext} onChange={setWithContext} />
        <Check label={copy['mock.panel.banner']} checked={meijuBanner} onChange={setBanner} />
        <Check label={copy['mock.panel.card']} checked={card} onChange={setCard} />
        <Check label={copy['mock.panel.reportToken']} checked={withReportToken} onChange={setReportToken} />
        {app.linksToReports ? <Check label={copy['mock.panel.fromReport']} checked={fromReport} onChange={setFromReport} /> : null}
      </div>
      <div className={controls.row}>
        {actions.map(([label, onClick, testId]) => (
          <button key={label} type="button" className={controls.button} disabled={!view} onClick={onClick} data-testid={testId}>
            {label}
          </button>
        ))}
      </div>
    </Section>
  );
}
