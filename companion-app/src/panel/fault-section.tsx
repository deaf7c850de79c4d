import { type BridgeMethod, fill } from '@fridge/shared-contracts';
import { bridgeMethods } from '@fridge/shared-contracts/page';
import { useApp, useAppState } from '../app/use-app.ts';
import { clampSeconds, defaultFault, type Fault, faultModes } from '../bridge/fault.ts';
import { copy } from '../copy.ts';
import { Section } from './controls.tsx';
import controls from './controls.module.css';
import styles from './fault-section.module.css';

export function FaultSection() {
  const app = useApp();
  const faults = useAppState((state) => state.faults);
  const allSilent = bridgeMethods.every((method) => faults[method]?.mode === 'silent');
  const any = bridgeMethods.some((method) => (faults[method]?.mode ?? 'none') !== 'none');
  const clear = (
    <button
      type="button"
      className={controls.quiet}
      disabled={!any}
      onClick={() => app.setAllSilent(false)}
      data-testid="clear-faults"
    >
      {copy['mock.panel.faults.clear']}
    </button>
  );
  return (
    <Section title={copy['mock.panel.faults']} testId="faults" action={clear}>
      <label className={controls.check}>
        <input
          type="checkbox"
          role="switch"
          aria-checked={allSilent}
          checked={allSilent}
          onChange={(event) => app.setAllSilent(event.target.checked)}
          data-testid="all-silent"
        />
        {copy['mock.app.silent']}
      </label>
      <ul className={styles.list}>
        {bridgeMethods.map((method) => (
          <li key={method}>
            <FaultRow method={method} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function FaultRow({ method }: { method: BridgeMethod }) {
  const app = useApp();
  const fault: Fault = useAppState((state) => state.faults[method]) ?? { mode: 'none' };
  const set = (next: Fault) => app.setFault(method, next);
  const field = (name: 'seconds' | 'code' | 'message') => ({
    className: controls.field,
    'aria-label': fill(copy[`mock.panel.${name}.aria`], { method }),
  });
  return (
    <div className={fault.mode === 'none' ? styles.row : styles.faulty}>
      <code className={styles.method}>{method}</code>
      <select
        className={controls.select}
        value={fault.mode}
        aria-label={fill(copy['mock.panel.fault.aria'], { method })}
        onChange={(event) => set(defaultFault(faultModes.find((mode) => mode === event.target.value) ?? 'none'))}
        data-testid={`fault-${method}`}
      >
        {faultModes.map((mode) => (
          <option key={mode} value={mode}>
            {copy[`mock.panel.fault.${mode}`]}
          </option>
        ))}
      </select>
      {fault.mode === 'slow' ? (
        <label className={styles.detail}>
          <input
            {...field('seconds')}
            type="number"
            min={0}
            max={120}
            step={0.5}
            value={fault.seconds}
            onChange={(event) => set({ mode: 'slow', seconds: clampSeconds(event.target.valueAsNumber) })}
          />
          {copy['mock.panel.seconds']}
        </label>
      ) : null}
      {fault.mode === 'fail' ? (
        <span className={styles.detail}>
          <input
            {...field('code')}
            type="number"
            value={fault.code}
            onChange={(event) => set({ ...fault, code: Number(event.target.value) })}
          />
          <input
            {...field('message')}
            value={fault.errMessage}
            onChange={(event) => set({ ...fault, errMessage: event.target.value })}
          />
        </span>
      ) : null}
    </div>
  );
}
