import { fill, formatCopy } from '@fridge/shared-contracts';
import { Button, createLateCode, joinClasses, Phrases } from '@fridge/shared-ui';
import { Fridge, useLiveHost } from '@fridge/shared-ui/internal';
import { useState } from 'react';
import { copy } from '../copy.ts';
import styles from './result-dialog.module.css';
import { GiftArt } from '../theme/gift-art.tsx';
import theme from '../theme/theme.module.css';
import type { ShownResult, Won } from './shown-result.ts';

/** Loaded for who has won something to touch, while the wheel lands; without it the prize is shown as others are. */
export const lateMoment = createLateCode(() => import('../moment/moment.tsx'));

interface ResultDialogProps {
  /** `null` while there is no result to show. */
  result: ShownResult | null;
  onClose: () => void;
}

/** The result and what to do next (copy deck 4.3). A first prize has its moment before. */
export function ResultDialog({ result, onClose }: ResultDialogProps) {
  const { Dialog } = useLiveHost().feedback;
  const won = result?.won ?? null;
  const [told, setTold] = useState<Told>({ result: null, code: null, telling: false });
  if (told.result !== result) setTold(tell(result));
  const { code, telling } = told;
  const end = () => setTold({ ...told, telling: false });
  return (
    <Dialog
      open={result !== null}
      onClose={telling ? end : onClose}
      shape="card"
      title={copy[won ? 'draw.result.win.title' : 'draw.result.none.title']}
    >
      <div
        className={joinClasses(theme.accents, styles.outcome)}
        data-testid="draw-result"
        data-level={won?.level ?? ''}
      >
        <div className={joinClasses(styles.stage, won && (code ? styles.shelf : styles.lit))}>
          {won && code ? (
            <code.PrizeFridge won={won} isOpen={won.level === FIRST} />
          ) : (
            <GiftArt gift={won?.level ?? 'thanks'} className={styles.gift} />
          )}
          {won && !telling && <Confetti />}
        </div>
        {won ? (
          <NextSteps won={won} onClose={onClose} />
        ) : (
          <>
            <p className={styles.lead}>
              <Phrases text={copy['draw.result.none.desc']} />
            </p>
            <Button wide onClick={onClose}>
              {copy['draw.result.none.button']}
            </Button>
          </>
        )}
        {won && code && telling && <code.Moment won={won} onEnd={end} />}
      </div>
    </Dialog>
  );
}

const FIRST = 1;

type Told = {
  result: ShownResult | null;
  /** As it was when the result came: what arrives later changes nothing. */
  code: ReturnType<typeof lateMoment.getState>;
  /** The moment is on. */
  telling: boolean;
};

function tell(result: ShownResult | null): Told {
  const won = result?.won ?? null;
  const code = won?.kind === 'physical' ? lateMoment.getState() : null;
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return { result, code, telling: code !== null && won?.level === FIRST && !calm };
}

function NextSteps({ won: { kind, level, giftName, id }, onClose }: { won: Won; onClose: () => void }) {
  const host = useLiveHost();
  const go = () => {
    onClose();
    host.tracking.click(`draw.result.${kind}`);
    if (kind === 'physical' && id !== null) host.navigation.push('/address', { id, source: '0' });
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
      <Button wide onClick={go}>
        {copy[`draw.result.${kind}.button`]}
      </Button>
      <Button wide tone="text" onClick={onClose}>
        {copy[`draw.result.${kind}.later`]}
      </Button>
    </>
  );
}

interface NoChanceDialogProps {
  open: boolean;
  /** Whether the user ever had a draw; `null` if unknown. */
  everHad: boolean | null;
  /** Whether sharing the report adds a draw. */
  reportEarns: boolean;
  onClose: () => void;
  /** Absent where sharing must not be rewarded. */
  onEarn: (() => void) | undefined;
}

/** No draws left, or none yet (copy deck 4.3). */
export function NoChanceDialog({ open, everHad, reportEarns, onClose, onEarn }: NoChanceDialogProps) {
  const { Dialog } = useLiveHost().feedback;
  const had = everHad === false ? 'neverChance' : 'noChance';
  const earning = reportEarns ? 'desc' : 'descCampaign';
  return (
    <Dialog
      open={open}
      onClose={onClose}
      shape="card"
      title={copy[`draw.result.${everHad === null ? 'zeroChance' : had}.title`]}
    >
      <div className={joinClasses(theme.accents, styles.outcome)}>
        <Fridge mood="asleep" className={styles.fridge} />
        <p className={styles.explanation}>
          <Phrases text={copy[`draw.result.${had}.${onEarn ? earning : 'descPlain'}`]} />
        </p>
        {onEarn && (
          <Button wide onClick={onEarn}>
            {copy['draw.result.noChance.button']}
          </Button>
        )}
        <Button wide tone={onEarn ? 'text' : 'primary'} onClick={onClose}>
          {copy['draw.result.noChance.later']}
        </Button>
      </div>
    </Dialog>
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
    '--x': `${Math.cos(turn) * reach * 1.25}px`,
    '--y': `${Math.sin(turn) * reach * 0.8}px`,
    '--turn': `${200 + ((index * 97) % 400)}deg`,
    backgroundColor: colours[index % colours.length],
    animationDelay: `${(index % 5) * 18}ms`,
  } as React.CSSProperties;
}
