import '@fridge/shared-ui/skins.css';
import './page.css';
import type { ActivityModule, Screen } from '@fridge/shared-contracts';
import { splitTokens } from '@fridge/shared-contracts/host';
import { useStore } from '@fridge/shared-ui';
import { type ComponentType, lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createFakeHost, type FakeHost } from '../testing/fake-host.ts';
import { sessions } from '../testing/fake-session.ts';
import type { ReleaseDefinition } from '../vite/release-definition.ts';
import { Controls, type Setting } from './controls.tsx';
import { currentAddress, moveTo } from './current-address.ts';
import { Frame } from './frame.tsx';

export interface StandAlone {
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
      <Controls fake={fake} routes={release.routes} setting={setting} onSetting={setSetting} />
      <Frame fake={fake} title={route?.title ?? address.path} tone={route?.tone ?? null}>
        {load ? <LoadedScreen key={window.location.href} load={load} fake={fake} /> : <p className="none">No route of this remote: {address.path}</p>}
      </Frame>
    </div>
  );
}

function createHost(inApp: boolean, release: ReleaseDefinition, prepare: StandAlone['prepare']): FakeHost {
  const fake = createFakeHost({ environment: { inApp }, declared: release.calls, now: Date.now() });
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
  return <Suspense fallback={<p className="none">…</p>}><Loaded host={fake.host} /></Suspense>;
}
