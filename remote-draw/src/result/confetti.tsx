import styles from './confetti.module.css';

const PIECES = 22;

/** Drawn once; not under reduced motion. */
export function Confetti() {
  return (
    <div className={styles.burst} aria-hidden="true">
      {Array.from({ length: PIECES }, (_, index) => <span key={index} className={styles.piece} style={piece(index)} />)}
    </div>
  );
}

const colours = ['#f6c667', '#b80f2a', '#fff0bf', '#1f7a68', '#e8833f'];

function piece(index: number): React.CSSProperties {
  const turn = ((index * 137.5) % 360) * (Math.PI / 180);
  const reach = 70 + ((index * 53) % 60);
  // Custom properties aren't part of React's style type.
  return {
    '--x': `${Math.round(Math.cos(turn) * reach * 1.25)}px`,
    '--y': `${Math.round(Math.sin(turn) * reach * 0.8)}px`,
    '--turn': `${200 + ((index * 97) % 400)}deg`,
    backgroundColor: colours[index % colours.length],
    animationDelay: `${(index % 5) * 18}ms`,
  } as React.CSSProperties;
}
