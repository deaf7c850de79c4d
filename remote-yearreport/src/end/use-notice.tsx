import { type HostServices, readProse } from '@fridge/shared-contracts';
import { Button, Prose } from '@fridge/shared-ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { copy } from '../copy.ts';
import styles from './end-slide.module.css';

/**
 * Sharing means consent (spec section 2): the notice comes before the first share.
 * @returns `close`: while it is open; `agreed` shows it, unless accepted in this visit. `false`: closed, or left
 */
export function useNotice() {
  const [close, setClose] = useState<((agreed: boolean) => void) | null>(null);
  const accepted = useRef(false);
  const show = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        setClose(() => (agreed: boolean) => {
          accepted.current ||= agreed;
          setClose(null);
          resolve(agreed);
        });
      }),
    [],
  );
  const agreed = useCallback(async () => accepted.current || show(), [show]);
  // Leaving the screen counts as closing.
  useEffect(() => () => close?.(false), [close]);
  return { close, show, agreed };
}

const body = readProse(copy['report.notice.body']);

/** The report's data, and what sharing means (copy deck 6.16). */
export function NoticeDialog({ host, close }: { host: HostServices } & Pick<ReturnType<typeof useNotice>, 'close'>) {
  const { Dialog } = host.feedback;
  return (
    <Dialog open={close !== null} onClose={() => close?.(false)} title={copy['report.notice.title']} shape="card">
      <Prose elements={body} headingLevel={3} className={styles.noticeText} />
      <Button wide className={styles.noticeButton} onClick={() => close?.(true)}>
        {copy['report.notice.button']}
      </Button>
    </Dialog>
  );
}
