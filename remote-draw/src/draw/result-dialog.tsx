import { fill, formatCopy, type HostServices } from '@fridge/shared-contracts';
import { Button, joinClasses, Phrases } from '@fridge/shared-ui';
import { openAddress } from '../address/open-address.ts';
import { copy } from '../copy.ts';
import styles from './result-dialog.module.css';
import { GiftArt } from '../theme/gift-art.tsx';
import theme from '../theme/theme.module.css';
import type { ShownResult } from './shown-result.ts';

interface ResultDialogProps {
  host: HostServices;
  /** `null` while there is no result to show. */
  result: ShownResult | null;
  onClose: () => void;
}

/** The result and what to do next (copy deck 4.3). */
export function ResultDialog({ host, result, onClose }: ResultDialogProps) {
  const { Dialog } = host.feedback;
  const won = result !== null && result.kind !== 'thanks';
  return (
    <Dialog
      open={result !== null}
      onClose={onClose}
      shape="card"
      title={won ? copy['draw.result.win.title'] : copy['draw.result.none.title']}
    >
      {result && (
        <div
          className={joinClasses(theme.accents, styles.result)}
          data-testid="draw-result"
          data-level={result.kind === 'thanks' ? '' : result.level}
        >
          <div className={joinClasses(styles.stage, won && styles.lit)}>
            <GiftArt gift={result.kind === 'thanks' ? 'thanks' : result.level} className={styles.gift} />
            {won && <Confetti />}
          </div>
          {result.kind === 'thanks' ? (
            <None onClose={onClose} />
          ) : (
            <Won host={host} result={result} onClose={onClose} />
          )}
        </div>
      )}
    </Dialog>
  );
}

function None({ onClose }: { onClose: () => void }) {
  return (
    <>
      <p className={styles.lead}>
        <Phrases text={copy['draw.result.none.desc']} />
      </p>
      <Button wide onClick={onClose}>
        {copy['draw.result.none.button']}
      </Button>
    </>
  );
}

function Won({
  host,
  result,
  onClose,
}: {
  host: HostServices;
  result: Exclude<ShownResult, { kind: 'thanks' }>;
  onClose: () => void;
}) {
  const { kind, level, giftName, prizeId } = result;
  const go = () => {
    onClose();
    host.tracking.click(`draw.result.${kind}`);
    if (kind === 'physical' && prizeId !== null)
      openAddress(host, { id: prizeId, userPhone: '', userName: '', userAddress: '' }, 'wheel');
    else host.navigation.push('/prize');
  };
  return (
    <>
      <p className={styles.lead}>
        {fill(copy['draw.result.win.desc'], { level: formatCopy[`fmt.level.${level}`], giftName })}
      </p>
      <p className={styles.hint}>
        <Phrases text={copy[`draw.result.${kind}.hint`]} />
      </p>
      <div className={styles.buttons}>
        <Button wide onClick={go}>
          {copy[`draw.result.${kind}.button`]}
        </Button>
        <Button wide tone="text" onClick={onClose}>
          {copy[`draw.result.${kind}.later`]}
        </Button>
      </div>
    </>
  );
}

const PIECES = 22;

/** Drawn once; not under reduced motion. */
function Confetti() {
  return (
    <div className={styles.burst} aria-hidden="true">
      {Array.from({ length: PIECES }, (_, index) => (
        <span key={index} className={styles.piece} style={piece(index)} />
      ))}
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
