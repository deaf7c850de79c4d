import { Drawing } from './gift-art.tsx';
import styles from './festival.module.css';
import lantern from './lantern.svg?raw';

/** The lacquered wall; `lit`: with the window's light. */
export function FestivalWall({ lit = false }: { lit?: boolean }) {
  return (
    <div className={styles.wall} aria-hidden="true">
      <div className={styles.scales} />
      {lit && <div className={styles.light} />}
    </div>
  );
}

export function Lantern({ className }: { className?: string | undefined }) {
  return <Drawing drawing={lantern} viewBox="0 0 60 150" className={className} />;
}
