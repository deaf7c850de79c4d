import { commonCopy } from '@fridge/shared-contracts';
import { Button, joinClasses, Phrases } from '@fridge/shared-ui';
import type { ReactNode } from 'react';
import { FestivalWall } from './festival.tsx';
import styles from './paper-page.module.css';
import theme from './theme.module.css';

export function PaperPage({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className={joinClasses(theme.theme, styles.page)}>
      <FestivalWall />
      <h1 className={joinClasses(theme.display, styles.heading)}>
        <Phrases text={heading} />
      </h1>
      {children}
    </div>
  );
}

export function LoadFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className={joinClasses(theme.paper, styles.failed)}>
      <p role="alert" className={styles.text}>
        {message}
      </p>
      <Button onClick={onRetry}>{commonCopy['common.retry']}</Button>
    </div>
  );
}
