import type { Prize } from '@fridge/shared-contracts/activities/draw';
import { fill } from '@fridge/shared-contracts';
import { Picture } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import { asLevel } from '../draw/shown-result.ts';
import { GiftArt } from '../theme/gift-art.tsx';

/** A drawing for known prizes, the server's picture for others, a red envelope if that fails. */
export function PrizePicture({ prize, className }: { prize: Prize; className?: string | undefined }) {
  const level = asLevel(prize.level);
  const label = fill(copy['draw.prize.image.alt'], { giftName: prize.giftName });
  const drawing = <GiftArt gift={level ?? 'allowance'} label={label} className={className} />;
  return level === null ? (
    <Picture src={prize.giftImage} alt={label} className={className} fallback={drawing} />
  ) : (
    drawing
  );
}
