import { type HostServices, readProse } from '@fridge/shared-contracts';
import { Button, Prose } from '@fridge/shared-ui';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { copy } from '../copy.ts';
import styles from './end-slide.module.css';

export interface Notice {
  open: boolean;
  show: () => void;
  /** Shows the notice, unless accepted in this visit. `false`: closed. */
  agreed: () => Promise<boolean>;
  accept: () => void;
  dismiss: () => void;
}

/** Sharing means consent (spec section 2): the notice comes before the first share. */
export function useNotice(): Notice {
  const [open, setOpen] = useState(false);
  const accepted = useRef(false);
  const waiting = useRef<((agreed: boolean) => void) | null>(null);

  const close = useCallback((agreed: boolean) => {
    accepted.current ||= agreed;
    setOpen(false);
    waiting.current?.(agreed);
    waiting.current = null;
  }, []);
  // Leaving the screen counts as closing.
  useEffect(() => () => {
    waiting.current?.(false);
    waiting.current = null;
  }, []);
  const agreed = useCallback(() => {
    if (accepted.current) return Promise.resolve(true);
    waiting.current?.(false);
    setOpen(true);
    return new Promise<boolean>((resolve) => {
      waiting.current = resolve;
    });
  }, []);

  return useMemo(
    () => ({ open, show: () => setOpen(true), agreed, accept: () => close(true), dismiss: () => close(false) }),
    [open, agreed, close],
  );
}

const body = readProse(copy['report.notice.body']);

/** The report's data, and what sharing means (copy deck 6.16). */
export function NoticeDialog({ host, notice }: { host: HostServices; notice: Notice }) {
  const { Dialog } = host.feedback;
  return (
    <Dialog open={notice.open} onClose={notice.dismiss} title={copy['report.notice.title']} shape="card">
      <Prose elements={body} headingLevel={3} className={styles.noticeText} />
      <Button wide className={styles.noticeButton} onClick={notice.accept}>{copy['report.notice.button']}</Button>
    </Dialog>
  );
}
