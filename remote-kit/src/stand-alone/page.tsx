import '@fridge/shared-ui/skins.css';
import './page.css';
import type { ActivityModule, HeaderState, HeaderTone, Screen, Skin } from '@fridge/shared-contracts';
import { readAddress, splitTokens, writeQuery } from '@fridge/shared-contracts/page';
import { BackIcon, ShareIcon, useStore } from '@fridge/shared-ui';
import {
  type ComponentType,
  lazy,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from 'react-error-boundary';
import { createFakeHost, type FakeHost } from '../testing/fake-host.ts';
import type { Move } from '../testing/fake-navigation.ts';
import { sessions } from '../testing/fake-session.ts';
import { createWritableStore } from '../testing/writable-store.ts';
import type { ReleaseDefinition } from '../vite/release-definition.ts';

interface StandAlone {
  activity: ActivityModule;
  release: ReleaseDefinition;
  /** Sets the answers of the remote's calls. */
  prepare: (fake: FakeHost) => void;
}

export function runStandAlone(remote: StandAlone): void {
  const element = document.getElementById('stand-alone');
  if (element) createRoot(element).render(<Page {...remote} />);
}

function Page({ activity, release, prepare }: StandAlone) {
  const [setting, setSetting] = useState<Setting>({ visitor: 'user', inApp: true, skin: 0 });
  const address = useStore(currentAddress);
  const { visitor, inApp, skin } = setting;
  // A host's environment is fixed.
  const fake = useMemo(() => createHost(inApp, release, prepare), [inApp, release, prepare]);
  useEffect(() => fake.setSession(sessions[visitor]), [fake, visitor]);
  useEffect(() => {
    fake.setSkin(skin);
    document.documentElement.dataset['skin'] = String(skin);
  }, [fake, skin]);

  const route = release.routes.find(({ path }) => path === address.path);
  const load = activity.screens[address.path];
  return (
    <div className="stand-alone">
      <Controls fake={fake} release={release} path={address.path} setting={setting} onSetting={setSetting} />
      <Frame fake={fake} title={route?.title ?? address.path} tone={route?.tone ?? null}>
        {load ? (
          <LoadedScreen key={window.location.href} load={load} fake={fake} />
        ) : (
          <p className="none">No route of this remote: {address.path}</p>
        )}
      </Frame>
    </div>
  );
}

function createHost(inApp: boolean, release: ReleaseDefinition, prepare: StandAlone['prepare']): FakeHost {
  const fake = createFakeHost({ environment: { inApp }, declared: release.calls, now: Date.now(), timeLimits: true });
  const { control } = fake;
  const takeQuery = () => {
    control.query = splitTokens(currentAddress.getState().query).rest;
  };
  takeQuery();
  currentAddress.subscribe(takeQuery);
  control.moved = moveTo;
  control.confirms = ({ title, description = '' }) => window.confirm(`${title}\n${description}`);
  prepare(fake);
  return fake;
}

function LoadedScreen({ load, fake }: { load: () => Promise<{ default: Screen }>; fake: FakeHost }) {
  const [Loaded] = useState<ComponentType<{ host: FakeHost['host'] }>>(() => lazy(load));
  return (
    <Suspense fallback={<p className="none">…</p>}>
      <Loaded host={fake.host} />
    </Suspense>
  );
}

const read = () => readAddress(window.location);

/** The page's address, which a screen's navigation changes. */
const currentAddress = createWritableStore(read());

window.addEventListener('popstate', () => currentAddress.set(read()));

function moveTo(move: Move): void {
  if (move[0] === 'back') {
    window.history.back();
    return;
  }
  const [kind, path, query = {}] = move;
  // Personal parameters stay: the page runs on a developer's machine.
  const url = path + writeQuery(query);
  if (kind === 'push') window.history.pushState(null, '', url);
  else window.history.replaceState(null, '', url);
  currentAddress.set(read());
  window.scrollTo(0, 0);
}

type Setting = { visitor: keyof typeof sessions; inApp: boolean; skin: Skin };

const visitors = [
  ['user', 'User'],
  ['guest', 'Guest'],
  ['noFridge', 'No fridge'],
] as const;
const environments = [
  [true, 'Companion app'],
  [false, 'Browser'],
] as const;
const skins = [
  [0, 'Ice blue'],
  [1, 'Premium'],
  [2, 'Young'],
] as const;

function Controls({
  fake,
  release: { name, version, contract, routes },
  path: shown,
  setting,
  onSetting,
}: {
  fake: FakeHost;
  release: ReleaseDefinition;
  /** Of the address. */
  path: string;
  setting: Setting;
  onSetting: (setting: Setting) => void;
}) {
  const comeBack = () => {
    fake.setVisibility('hidden');
    fake.setVisibility('visible');
  };
  return (
    <aside className="controls" lang="en">
      <div>
        <h1>
          {name} {version}
        </h1>
        <p>Alone on the fake host, contract {contract}</p>
      </div>
      <nav aria-label="Routes">
        <h2>Routes</h2>
        {routes.map(({ path, title }) => (
          <a
            key={path}
            href={path}
            aria-current={path === shown ? 'page' : undefined}
            onClick={(event) => follow(event, path)}
          >
            <code>{path}</code> {title}
          </a>
        ))}
      </nav>
      <Choice
        name="Visitor"
        options={visitors}
        chosen={setting.visitor}
        onChoose={(visitor) => onSetting({ ...setting, visitor })}
      />
      <Choice
        name="Environment"
        options={environments}
        chosen={setting.inApp}
        onChoose={(inApp) => onSetting({ ...setting, inApp })}
      />
      <Choice name="Skin" options={skins} chosen={setting.skin} onChoose={(skin) => onSetting({ ...setting, skin })} />
      <p className="events">
        <button type="button" onClick={() => void fake.reportShare('wx')}>
          Report a share
        </button>
        <button type="button" onClick={comeBack}>
          Cover the page and come back
        </button>
      </p>
      <Log fake={fake} />
    </aside>
  );
}

function follow(event: MouseEvent, path: string): void {
  event.preventDefault();
  moveTo(['push', path]);
}

interface ChoiceProps<Value> {
  name: string;
  options: readonly (readonly [value: Value, label: string])[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

function Choice<Value>({ name, options, chosen, onChoose }: ChoiceProps<Value>) {
  const at = options.findIndex(([value]) => value === chosen);
  return (
    <label>
      {name}{' '}
      <select
        value={at}
        onChange={({ target }) => {
          const option = options[Number(target.value)];
          if (option) onChoose(option[0]);
        }}
      >
        {options.map(([, label], index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

function Log({ fake }: { fake: FakeHost }) {
  const lines = useStore(fake.log);
  return (
    <section aria-label="Log" className="log">
      <h2>What the screen asked of the host</h2>
      {lines.length === 0 && <p className="empty">Nothing yet.</p>}
      {lines.map(({ number, text }) => <p key={number}>{text}</p>).toReversed()}
    </section>
  );
}

/** The host's header and toast. */
export function Frame({
  fake,
  title,
  tone,
  children,
}: {
  fake: FakeHost;
  title: string;
  tone: HeaderTone | null;
  children: ReactNode;
}) {
  const header = useStore(fake.header);
  useStore(fake.log);
  const colours = header.tone ?? tone;
  return (
    <main className="frame">
      <header className="header" style={colours ? { background: colours.background, color: colours.ink } : undefined}>
        <button type="button" aria-label="Back" onClick={() => void fake.pressBack()}>
          <BackIcon />
        </button>
        {header.tabs ? <Tabs {...header.tabs} /> : <b>{header.title ?? title}</b>}
        {header.right && (
          <button type="button" className="right" onClick={header.right.onPress}>
            {header.right.label}
          </button>
        )}
        {header.share && (
          <button type="button" aria-label="Share" onClick={() => void fake.host.sharing.share()}>
            <ShareIcon />
          </button>
        )}
      </header>
      <ErrorBoundary fallback={<p className="none">The screen threw: see the console, then reload.</p>}>
        {children}
      </ErrorBoundary>
      <output className="toast">{fake.toasts.at(-1)}</output>
    </main>
  );
}

function Tabs({ labels, selected, onSelect }: NonNullable<HeaderState['tabs']>) {
  return (
    <div role="tablist" aria-label="Tabs" className="tabs">
      {labels.map((label, at) => (
        <button key={label} type="button" role="tab" aria-selected={at === selected} onClick={() => onSelect(at)}>
          {label}
        </button>
      ))}
    </div>
  );
}
