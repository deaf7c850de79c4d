import type { SVGAttributes } from 'react';
import type { Level } from '../wheel/stop-angle.ts';
import foodClip from './gifts/food-clip.svg?raw';
import foodVoucher from './gifts/food-voucher.svg?raw';
import freezer from './gifts/freezer.svg?raw';
import plumBlossom from './gifts/plum-blossom.svg?raw';
import redEnvelope from './gifts/red-envelope.svg?raw';
import sandwichMaker from './gifts/sandwich-maker.svg?raw';
import shoppingCard from './gifts/shopping-card.svg?raw';
import supermarketCard from './gifts/supermarket-card.svg?raw';

/** `allowance`: the campaign's, in the prize list. */
type Gift = Level | 'thanks' | 'allowance';

const drawings: Readonly<Record<Gift, string>> = {
  1: freezer,
  2: sandwichMaker,
  3: supermarketCard,
  4: foodClip,
  5: shoppingCard,
  6: foodVoucher,
  thanks: plumBlossom,
  allowance: redEnvelope,
};

interface DrawingProps extends SVGAttributes<SVGSVGElement> {
  /** An SVG document. */
  drawing: string;
  /** Decorative without one. */
  label?: string | undefined;
}

/** Inline: an image would load after the screen, and has none of its colours. */
export function Drawing({ drawing, label, ...attributes }: DrawingProps) {
  const naming = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return <svg {...naming} {...attributes} dangerouslySetInnerHTML={{ __html: drawing }} />;
}

export function GiftArt({ gift, ...attributes }: { gift: Gift } & Omit<DrawingProps, 'drawing'>) {
  return <Drawing drawing={drawings[gift]} viewBox="0 0 64 64" {...attributes} />;
}
