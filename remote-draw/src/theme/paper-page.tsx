import { joinClasses, type LoadFailureLook, Phrases } from '@fridge/shared-ui';
import type { ReactNode } from 'react';
import styles from './paper-page.module.css';
import theme from './theme.module.css';

/** @param children what depends on the user */
export function PaperPage({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className={joinClasses(theme.theme, styles.page)}>
      <h1 className={joinClasses(theme.display, styles.heading)}>
        <Phrases text={heading} />
      </h1>
      <div data-live="">{children}</div>
    </div>
  );
}

export const paperFailure: LoadFailureLook = { className: joinClasses(theme.paper, styles.failed) };
