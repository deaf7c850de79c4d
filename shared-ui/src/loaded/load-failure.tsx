import { commonCopy } from '@fridge/shared-contracts';
import type { ReactNode } from 'react';
import { Button, type ButtonTone } from '../button/button.tsx';
import { joinClasses } from '../join-classes.ts';
import { Phrases } from '../phrases/phrases.tsx';
import styles from './loaded.module.css';

export interface LoadFailureLook {
  /** Usually a `Fridge`. */
  illustration?: ReactNode;
  /** Default: a paragraph. */
  headingLevel?: 1 | 2;
  /** Of the button. */
  tone?: ButtonTone;
  /** May style text and button by descendant selectors. */
  className?: string | undefined;
}

interface LoadFailureProps extends LoadFailureLook {
  message: string;
  /** The button is busy, and keeps the focus. */
  isRetrying: boolean;
  onRetry: () => void;
}

/** A failed load, with a retry (look, "States are designed too"). */
export function LoadFailure({
  message,
  isRetrying,
  onRetry,
  illustration,
  headingLevel,
  tone = 'primary',
  className,
}: LoadFailureProps) {
  const Text = headingLevel === undefined ? 'p' : (`h${headingLevel}` as const);
  return (
    <div className={joinClasses(styles.failure, className)}>
      {illustration}
      <div role="alert">
        <Text>
          <Phrases text={message} />
        </Text>
      </div>
      <Button tone={tone} busy={isRetrying} onClick={onRetry}>
        {commonCopy['common.retry']}
      </Button>
    </div>
  );
}
