import { fill, type Fridge } from '@fridge/shared-contracts';
import { copy } from '../copy.ts';
import { FridgeGlyph } from './fridge-glyph.tsx';
import styles from './fridge-cards.module.css';

/** The fridges of the home, or that there is none. */
export function FridgeCards({ fridges, onAdd }: { fridges: readonly Fridge[]; onAdd(): void }) {
  if (fridges.length === 0) {
    return (
      <div className={styles.none}>
        <FridgeGlyph />
        <p className={styles.text}>{copy['mock.app.noFridge']}</p>
        <button type="button" className={styles.add} onClick={onAdd}>{copy['mock.app.addFridge']}</button>
      </div>
    );
  }
  return (
    <ul className={styles.list} aria-label={copy['mock.app.fridges']}>
      {fridges.map((fridge) => (
        <li key={fridge.fridgeId} className={styles.card} data-testid="fridge">
          <FridgeGlyph />
          <span>
            <span className={styles.name}>{fridge.name || fridge.fridgeId}</span>
            <span className={styles.model}>{fill(copy['mock.app.fridge.model'], { sn8: fridge.sn8 || '-' })}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
