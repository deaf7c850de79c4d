import type { ReactNode } from 'react';
import { commonCopy, type Skin, type WindowService } from '@fridge/shared-contracts';
import type { Registry } from '@fridge/shared-contracts/host';
import { BindFridge, DoorLight, Fridge, Phrases, StatePage } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import { byState, hallEntries, HallItem } from './hall-item.tsx';
import styles from './hall.module.css';

export interface HallProps {
  registry: Registry;
  windows: Pick<WindowService, 'stateOf'>;
  hrefOf: (path: string) => string;
  skin: Skin;
  needsFridge: boolean;
  bindFridge: () => Promise<void>;
}

/** `/default`: the registry's activities (architecture, "The house"; copy deck 2.4). */
export default function Hall({ registry, windows, hrefOf, skin, needsFridge, bindFridge }: HallProps) {
  const entries = byState(hallEntries(registry, windows.stateOf));
  const heading = <Phrases text={copy['host.default.heading']} before="冰箱" />;
  const invitation = needsFridge && <Invitation bindFridge={bindFridge} />;
  if (entries.length === 0) {
    return (
      <>
        <StatePage illustration={<Fridge mood="asleep" />} title={heading} text={copy['host.default.empty']} />
        {invitation}
      </>
    );
  }
  return (
    <div className={styles.hall}>
      <Welcome heading={heading} withFridge={!needsFridge} />
      {invitation}
      <ul className={styles.list}>
        {entries.map((entry, position) => <HallItem key={entry.name} entry={entry} lead={position === 0} href={hrefOf(entry.path)} skin={skin} />)}
      </ul>
    </div>
  );
}

function Welcome({ heading, withFridge }: { heading: ReactNode; withFridge: boolean }) {
  return (
    <header className={styles.welcome}>
      <DoorLight className={styles.light} />
      <div className={styles.words}>
        <h1 className={styles.heading}>{heading}</h1>
        <p className={styles.text}><Phrases text={copy['host.default.desc']} /></p>
      </div>
      {withFridge && <Fridge mood="smile" className={styles.fridge} />}
    </header>
  );
}

function Invitation({ bindFridge }: Pick<HallProps, 'bindFridge'>) {
  return <BindFridge className={styles.bind} busyLabel={commonCopy['common.loading']} onBind={bindFridge} />;
}
