import { Phrases } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import styles from './home-screen.module.css';

/** What the page shows before any code: all that the screen draws for everybody. */
export function Shell() {
  return (
    <div className={styles.page}>
      <h1 className={styles.heading}>
        <Phrases text={copy['home.heading']} />
      </h1>
    </div>
  );
}

/** All that it can do beyond drawing is in its `host`: `({ host }: ScreenProps)`. */
export default function HomeScreen() {
  return <Shell />;
}
