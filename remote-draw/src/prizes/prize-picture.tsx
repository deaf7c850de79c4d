import type { Prize } from '@fridge/shared-contracts/activities/draw';
import { fill } from '@fridge/shared-contracts';
import { useRetryOnline } from '@fridge/shared-ui/internal';
import { useState } from 'react';
import { copy } from '../copy.ts';
import { asLevel } from '../draw/shown-result.ts';
import { GiftArt } from '../theme/gift-art.tsx';

/** A drawing for known prizes, the server's picture for others, a red envelope if that fails. */
export function PrizePicture({ prize, className }: { prize: Prize; className?: string | undefined }) {
  const [broken, setBroken] = useState(false);
  useRetryOnline(broken ? 'failed' : 'ready', () => setBroken(false));
  const level = asLevel(prize.level);
  const label = fill(copy['draw.prize.image.alt'], { giftName: prize.giftName });
  if (level !== null) return <GiftArt gift={level} label={label} className={className} />;
  if (prize.giftImage === '' || broken) return <GiftArt gift="allowance" label={label} className={className} />;
  return <img src={prize.giftImage} alt={label} className={className} onError={() => setBroken(true)} />;
}
