import { product } from '@fridge/shared-contracts/host';
import { useState } from 'react';
import { mainView } from '../app/app-state.ts';
import { useApp, useAppState } from '../app/use-app.ts';
import { copy } from '../copy.ts';
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
        <Choice label={copy['mock.panel.platform']} value={platform} options={platforms} onChange={(next) => setDevice({ platform: next })} />
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
        <Check label={copy['mock.panel.nativeHeader']} checked={view?.nativeHeader ?? false} disabled={!view} onChange={setNativeHeader} />
        {bad ? <p role="alert" className={controls.bad}>{copy['mock.panel.version.bad']}</p> : null}
      </div>
    </Section>
  );
}
