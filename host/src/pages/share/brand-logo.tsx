import type { Skin } from '@fridge/shared-contracts';
import { brandCopy, fill } from '@fridge/shared-contracts/copy';
import { BrandMark, joinClasses } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import styles from './brand-logo.module.css';

/** The brand's mark and name (spec section 2, "Share landing page"; copy deck 2.12). */
export function BrandLogo({ skin, className }: { skin: Skin; className?: string | undefined }) {
  const brandName = brandCopy[`brand.${skin}.name`];
  return (
    <span className={joinClasses(styles.logo, styles[`skin${skin}`], className)}>
      <BrandMark skin={skin} label={fill(copy['host.share.logo.alt'], { brandName })} />
      <span aria-hidden="true">{brandName}</span>
    </span>
  );
}
