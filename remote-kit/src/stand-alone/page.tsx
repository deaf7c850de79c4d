import '@fridge/shared-ui/skins.css';
import './page.css';
import type { ActivityModule, HeaderTone, Screen, Skin } from '@fridge/shared-contracts';
import { callId, readAddress, splitTokens, writeQuery } from '@fridge/shared-contracts/page';
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
import { askBackend } from './ask-backend.ts';
import type { ReleaseDefinition } from '../vite/release-definition.ts';

interface StandAlone {
  activity: ActivityModule;
  release: ReleaseDefinition;
  /** Sets the answers of the remote's calls. */
  prepare: (fake: FakeHost) => void;
  /** Whether calls of the team are answered by its own backend, behind this page's server. */
  hasBackend: boolean;
}

export function runStandAlone(remote: StandAlone): void {
  const element = document.getElementById('stand-alone');
  if (element) createRoot(element).render(<Page {...remote} />);
}

const visitors = { User: 'user', Guest: 'guest', 'No fridge': 'noFridge' } as const;
const environments = { 'Companion app': true, Browser: false };
const skins: Readonly<Record<string, Skin>> = { 'Ice blue': 0, Premium: 1, Young: 2 };

function Page({ activity, release, prepare, hasBackend }: StandAlone) {
  const [visitor, setVisitor] = useState<keyof typeof sessions>('user');
  const [inApp, setInApp] = useState(true);
  const [skin, setSkin] = useState<Skin>(0);
  const { path } = useStore(currentAddress);
  // A host's environment is fixed.
  const fake = useMemo(() => createHost(inApp, release, prepare, hasBackend), [inApp, release, prepare, hasBackend]);
  useEffect(() => fake.setSession(sessions[visitor]), [fake, visitor]);
  useEffect(() => {
    fake.setSkin(skin);
    document.documentElement.dataset['skin'] = String(skin);
  }, [fake, skin]);

  const route = release.routes.find((each) => each.path === path);
  const load = activity.screens[path];
  return (
    <div className="stand-alone">
      <Frame fake={fake} title={route?.title ?? path} tone={route?.tone ?? null}>
        {load ? (
          <LoadedScreen key={window.location.href} load={load} fake={fake} />
        ) : (
          <p className="none">No route of this remote: {path}</p>
        )}
      </Frame>
      <Controls fake={fake} release={release} shown={path}>
        <Choice name="Visitor" options={visitors} chosen={visitor} onChoose={setVisitor} />
        <Choice name="Environment" options={environments} chosen={inApp} onChoose={setInApp} />
        <Choice name="Skin" options={skins} chosen={skin} onChoose={setSkin} />
      </Controls>
    </div>
  );
}

function createHost(
  inApp: boolean,
  release: ReleaseDefinition,
  prepare: StandAlone['prepare'],
  hasBackend: boolean,
): FakeHost {
  const fake = createFakeHost({
    environment: { inApp },
    declared: release.calls,
    now: Date.now(),
    timeLimits: true,
    elsewhere: (call) => (hasBackend && callId(call).startsWith('/team/') ? askBackend(call, fake) : undefined),
  });
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

interface ControlsProps {
  fake: FakeHost;
  release: ReleaseDefinition;
  /** Path of the route. */
  shown: string;
  children: ReactNode;
}

function Controls({ fake, release: { name, version, contract, routes }, shown, children }: ControlsProps) {
  const log = useStore(fake.log);
  const comeBack = () => {
    fake.setVisibility('hidden');
    fake.setVisibility('visible');
  };
  return (
    <aside className="controls" lang="en">
      <nav aria-label="Routes">
        <h1>
          {name} {version}
        </h1>
        <p>Alone on the fake host, contract {contract}</p>
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
      {children}
      <div>
        <button type="button" onClick={() => void fake.reportShare('wx')}>
          Report a share
        </button>
        <button type="button" onClick={comeBack}>
          Cover the page and come back
        </button>
      </div>
      <section aria-label="Log" className="log">
        <h2>What the screen asked of the host</h2>
        {log.length === 0 && <p>Nothing yet.</p>}
        {log.map(({ number, text }) => <p key={number}>{text}</p>).toReversed()}
      </section>
    </aside>
  );
}

function follow(event: MouseEvent, path: string): void {
  event.preventDefault();
  moveTo(['push', path]);
}

interface ChoiceProps<Value> {
  name: string;
  /** By what they are called. */
  options: Readonly<Record<string, Value>>;
  chosen: Value;
  onChoose: (value: Value) => void;
}

function Choice<Value>({ name, options, chosen, onChoose }: ChoiceProps<Value>) {
  const labels = Object.keys(options);
  return (
    <label>
      {name}{' '}
      <select
        value={labels.find((label) => options[label] === chosen)}
        onChange={({ target }) => {
          const option = options[target.value];
          if (option !== undefined) onChoose(option);
        }}
      >
        {labels.map((label) => (
          <option key={label}>{label}</option>
        ))}
      </select>
    </label>
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
  const { tabs } = header;
  useStore(fake.log);
  const colours = header.tone ?? tone;
  return (
    <main className="frame">
      <header className="header" style={colours ? { background: colours.background, color: colours.ink } : undefined}>
        <button type="button" aria-label="Back" onClick={() => void fake.pressBack()}>
          <BackIcon />
        </button>
        {tabs ? (
          <div role="tablist" aria-label="Tabs" className="tabs">
            {tabs.labels.map((label, at) => (
              <button
                key={label}
                type="button"
                role="tab"
                aria-selected={at === tabs.selected}
                onClick={() => tabs.onSelect(at)}
              >
                {label}
              </button>
            ))}
          </div>
        ) : (
          <b>{header.title ?? title}</b>
        )}
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
