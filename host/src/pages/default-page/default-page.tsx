import { commonCopy } from '@fridge/shared-contracts/copy';
import { BindFridge, DoorLight, Fridge, StatePage } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import styles from './default-page.module.css';
import { byInvitation, type HallEntry } from './hall-entries.ts';
import { HallItem } from './hall-item.tsx';
import { Phrases } from '../phrases.tsx';

export interface DefaultPageProps {
  entries: readonly HallEntry[];
  /** Address of an entry, for links that are opened in a new tab or kept. */
  hrefOf: (entry: HallEntry) => string;
  onOpen: (entry: HallEntry) => void;
  /** In the app, without a fridge: the invitation to bind one stands above the list. */
  needsFridge: boolean;
  binding?: boolean;
  onBind: () => void;
}

/** The hall: what the registry offers (architecture, "The house"; copy deck 2.4). */
export default function DefaultPage({ entries, hrefOf, onOpen, needsFridge, binding = false, onBind }: DefaultPageProps) {
  const invitation = needsFridge && (
    <BindFridge
      className={styles.bind}
      title={copy['host.bind.title']}
      description={copy['host.bind.desc']}
      buttonLabel={copy['host.bind.button']}
      busy={binding}
      busyLabel={commonCopy['common.loading']}
      onBind={onBind}
    />
  );
  if (entries.length === 0) {
    return (
      <>
        <StatePage illustration={<Fridge mood="asleep" />} title={<Phrases text={copy['host.default.heading']} before="冰箱" />} text={copy['host.default.empty']} />
        {invitation}
      </>
    );
  }
  return (
    <div className={styles.hall}>
      <header className={styles.welcome}>
        <DoorLight className={styles.light} />
        <div className={styles.words}>
          <h1 className={styles.heading}><Phrases text={copy['host.default.heading']} before="冰箱" /></h1>
          <p className={styles.text}>{copy['host.default.desc']}</p>
        </div>
        {/* The invitation below brings its own. */}
        {!needsFridge && <Fridge mood="smile" className={styles.fridge} />}
      </header>
      {invitation}
      <ul className={styles.list}>
        {byInvitation(entries).map((entry, place) => (
          <HallItem key={entry.name} entry={entry} lead={place === 0} href={hrefOf(entry)} onOpen={onOpen} />
        ))}
      </ul>
    </div>
  );
}
