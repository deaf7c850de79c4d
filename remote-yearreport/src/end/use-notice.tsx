import { type HostServices, readProse } from '@fridge/shared-contracts';
import { Button, Prose } from '@fridge/shared-ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { copy } from '../copy.ts';
import styles from './end-slide.module.css';

type Notice = ReturnType<typeof useNotice>;

/**
 * Sharing means consent (spec section 2): the notice comes before the first share.
 * @returns `agreed` shows the notice, unless accepted in this visit; `false`: closed
 */
export function useNotice() {
  const [open, setOpen] = useState(false);
  const accepted = useRef(false);
  /** Answers the share that shows the notice. */
  const answer = useRef<(agreed: boolean) => void>(() => {});

  const show = useCallback(() => setOpen(true), []);
  const close = useCallback((agreed: boolean) => {
    accepted.current ||= agreed;
    setOpen(false);
    answer.current(agreed);
  }, []);
  const agreed = useCallback(() => {
    if (accepted.current) return Promise.resolve(true);
    answer.current(false);
    setOpen(true);
    return new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
  }, []);
  // Leaving the screen counts as closing.
  useEffect(() => () => answer.current(false), []);

  return { open, show, close, agreed };
}

const body = readProse(copy['report.notice.body']);

/** The report's data, and what sharing means (copy deck 6.16). */
export function NoticeDialog({ host, notice }: { host: HostServices; notice: Notice }) {
  const { Dialog } = host.feedback;
  return (
    <Dialog open={notice.open} onClose={() => notice.close(false)} title={copy['report.notice.title']} shape="card">
      <Prose elements={body} headingLevel={3} className={styles.noticeText} />
      <Button wide className={styles.noticeButton} onClick={() => notice.close(true)}>
        {copy['report.notice.button']}
      </Button>
    </Dialog>
  );
}
