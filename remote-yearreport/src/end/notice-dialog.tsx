import { type HostServices, readProse } from '@fridge/shared-contracts';
import { Button, Prose } from '@fridge/shared-ui';
import { copy } from '../story-copy.ts';
import styles from './end-slide.module.css';
import type { Notice } from './use-notice.ts';

const body = readProse(copy['report.notice.body']);

/** What the report is made of, and what sharing it means (copy deck 6.16). */
export function NoticeDialog({ host, notice }: { host: HostServices; notice: Notice }) {
  const { Dialog } = host.feedback;
  return (
    <Dialog open={notice.open} onClose={notice.dismiss} title={copy['report.notice.title']} shape="card">
      <Prose elements={body} headingLevel={3} className={styles.noticeText} />
      <Button wide className={styles.noticeButton} onClick={notice.accept}>{copy['report.notice.button']}</Button>
    </Dialog>
  );
}
