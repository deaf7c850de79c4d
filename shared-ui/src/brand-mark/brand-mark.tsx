import type { Skin } from '@fridge/shared-contracts';
import mark0 from './mark-0.svg?raw';
import mark1 from './mark-1.svg?raw';
import mark2 from './mark-2.svg?raw';

const marks: Readonly<Record<Skin, string>> = { 0: mark0, 1: mark1, 2: mark2 };

interface BrandMarkProps {
  skin: Skin;
  label: string;
  className?: string | undefined;
}

/** The brand's mark in the text's colour; cut-outs take `--mark-ground`, the background's. */
export function BrandMark({ skin, label, className }: BrandMarkProps) {
  const naming = { role: 'img', 'aria-label': label };
  return (
    <svg {...naming} className={className} width="32" height="32" dangerouslySetInnerHTML={{ __html: marks[skin] }} />
  );
}
