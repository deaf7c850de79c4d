import { ButtonLink } from '@fridge/shared-ui';
import { copy } from '../copy.ts';

/** What users have won stays reachable from where no activity is open. @param href none where `/prize` doesn't open */
export function PrizesLink({ href, className }: { href: string | undefined; className?: string | undefined }) {
  if (href === undefined) return null;
  return (
    <ButtonLink tone="text" className={className} href={href}>
      {copy['host.default.prizes']}
    </ButtonLink>
  );
}
