import { fill } from '@fridge/shared-contracts';
import { product } from '@fridge/shared-contracts/page';
import { type FormEvent, useState } from 'react';
import { type AppState, mainView } from '../app/app-state.ts';
import { useApp, useAppState } from '../app/use-app.ts';
import { copy } from '../copy.ts';
import { hostPath } from '../settings/host-address.ts';
import {
  type AppName,
  clampStatusBar,
  isAgent,
  type Platform,
  splitAgent,
  startVersion,
} from '../settings/start-options.ts';
import { Check, Choice, Section } from './controls.tsx';
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

const additions = ['context', 'banner', 'card', 'reportToken', 'fromReport'] as const;
type Addition = (typeof additions)[number];

export function PageSection() {
  const app = useApp();
  const session = useAppState((state) => state.session);
  const view = useAppState(mainView);
  /** `null` while the field shows the open page. */
  const [typed, setTyped] = useState<string | null>(null);
  const address = typed ?? (view ? hostPath(view.url) : '/');
  const [added, setAdded] = useState<ReadonlySet<Addition>>(new Set());
  const [foreign, setForeign] = useState(false);

  const open = async (event: FormEvent) => {
    event.preventDefault();
    const context = {
      ...(added.has('context') && contextOf(session)),
      ...(added.has('reportToken') && (await app.reportAccess('wxToken'))),
      ...(added.has('fromReport') && (await app.reportAccess('meijuReport'))),
    };
    const opened = app.open(address, { meijuBanner: added.has('banner'), card: added.has('card'), context });
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
        <button type="submit" className={`${controls.button} ${controls.main}`} data-testid="open">
          {copy['mock.panel.open']}
        </button>
        {foreign ? (
          <p role="alert" className={controls.bad}>
            {fill(copy['mock.panel.address.foreign'], { origin: new URL(app.hostUrl).origin })}
          </p>
        ) : null}
      </form>
      <div className={controls.row}>
        {additions.map((addition) =>
          addition === 'fromReport' && !app.linksToReports ? null : (
            <Check
              key={addition}
              label={copy[`mock.panel.${addition}`]}
              checked={added.has(addition)}
              onChange={(checked) =>
                setAdded(new Set([...added].filter((each) => each !== addition).concat(checked ? addition : [])))
              }
            />
          ),
        )}
      </div>
      <div className={controls.row}>
        {actions.map(([label, onClick, testId]) => (
          <button
            key={label}
            type="button"
            className={controls.button}
            disabled={!view}
            onClick={onClick}
            data-testid={testId}
          >
            {label}
          </button>
        ))}
      </div>
    </Section>
  );
}

const apps: readonly (readonly [AppName, string])[] = [
  ['CompanionApp', product.appName],
  ['MallApp', product.mallAppName],
];
const platforms: readonly (readonly [Platform, string])[] = [
  ['ios', 'iOS'],
  ['android', 'Android'],
];

export function DeviceSection() {
  const { setDevice, setNativeHeader } = useApp();
  const view = useAppState(mainView);
  const { agent, platform, statusBarHeight } = useAppState((state) => state.device);
  const { name, version } = splitAgent(agent);
  const [typed, setTyped] = useState<string | null>(null);
  const bad = typed !== null && !isAgent(`${name}/${typed}`);

  const changeVersion = (text: string) => {
    setTyped(text);
    if (isAgent(`${name}/${text}`)) setDevice({ agent: `${name}/${text}` });
  };
  const changeApp = (next: AppName) => {
    setTyped(null);
    setDevice({ agent: `${next}/${startVersion[next]}` });
  };

  return (
    <Section title={copy['mock.panel.device']} testId="device">
      <div className={controls.row}>
        <Choice label={copy['mock.panel.app']} value={name} options={apps} onChange={changeApp} />
        <Choice
          label={copy['mock.panel.platform']}
          value={platform}
          options={platforms}
          onChange={(next) => setDevice({ platform: next })}
        />
      </div>
      <div className={controls.row}>
        <label className={controls.check}>
          {copy['mock.panel.version']}
          <input
            className={`${controls.field} ${controls.version}`}
            value={typed ?? version}
            aria-invalid={bad}
            onChange={(event) => changeVersion(event.target.value)}
            onBlur={() => setTyped(null)}
            data-testid="app-version"
          />
        </label>
        <label className={controls.check}>
          {copy['mock.panel.statusBar']}
          <input
            className={`${controls.field} ${controls.number}`}
            type="number"
            min={0}
            max={100}
            value={statusBarHeight}
            onChange={(event) => setDevice({ statusBarHeight: clampStatusBar(event.target.valueAsNumber) })}
            data-testid="status-bar-height"
          />
        </label>
        <Check
          label={copy['mock.panel.nativeHeader']}
          checked={view?.nativeHeader ?? false}
          disabled={!view}
          onChange={setNativeHeader}
        />
        {bad ? (
          <p role="alert" className={controls.bad}>
            {copy['mock.panel.version.bad']}
          </p>
        ) : null}
      </div>
    </Section>
  );
}
