import type { Skin } from '@fridge/shared-contracts';
import { useStore } from '@fridge/shared-ui';
import type { MouseEvent } from 'react';
import type { FakeHost } from '../testing/fake-host.ts';
import type { sessions } from '../testing/fake-session.ts';
import type { ReleaseDefinition } from '../vite/release-definition.ts';
import { moveTo } from './current-address.ts';

export type Setting = { visitor: keyof typeof sessions; inApp: boolean; skin: Skin };

const visitors = [['user', 'User'], ['guest', 'Guest'], ['noFridge', 'Home without a fridge']] as const;
const environments = [[true, 'Companion app'], [false, 'Browser']] as const;
const skins = [[0, 'Ice blue'], [1, 'Premium'], [2, 'Young']] as const;

export interface ControlsProps {
  fake: FakeHost;
  routes: ReleaseDefinition['routes'];
  setting: Setting;
  onSetting: (setting: Setting) => void;
}

export function Controls({ fake, routes, setting, onSetting }: ControlsProps) {
  const comeBack = () => {
    fake.setVisibility('hidden');
    fake.setVisibility('visible');
  };
  return (
    <aside className="controls">
      <nav aria-label="Routes">
        {routes.map(({ path, title }) => <a key={path} href={path} onClick={(event) => follow(event, path)}>{path} {title}</a>)}
      </nav>
      <Choice name="Visitor" options={visitors} chosen={setting.visitor} onChoose={(visitor) => onSetting({ ...setting, visitor })} />
      <Choice name="Environment" options={environments} chosen={setting.inApp} onChoose={(inApp) => onSetting({ ...setting, inApp })} />
      <Choice name="Skin" options={skins} chosen={setting.skin} onChoose={(skin) => onSetting({ ...setting, skin })} />
      <p className="events">
        <button type="button" onClick={() => void fake.reportShare('wx')}>Report a share</button>
        <button type="button" onClick={comeBack}>Cover the page and come back</button>
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

function Choice<Value extends string | number | boolean>({ name, options, chosen, onChoose }: ChoiceProps<Value>) {
  return (
    <fieldset>
      <legend>{name}</legend>
      {options.map(([value, label]) => (
        <label key={label}><input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />{label}</label>
      ))}
    </fieldset>
  );
}

function Log({ fake }: { fake: FakeHost }) {
  const lines = useStore(fake.log);
  return (
    <section aria-label="Log" className="log">
      {lines.map(({ number, text }) => <p key={number}>{text}</p>).toReversed()}
    </section>
  );
}
