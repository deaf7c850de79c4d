import { fill, type HostServices } from '@fridge/shared-contracts';
import { BindFridge, PathLink, useStore } from '@fridge/shared-ui';
import { Fridge } from '@fridge/shared-ui/internal';
import { copy } from '../copy.ts';
import kitchen from '../theme/kitchen.module.css';
import noFridge from '../theme/no-fridge.svg';

/** Without a reason, what to do (copy deck 5.2). */
export function ReviewReason({ mark }: { mark: string }) {
  const text = mark.trim() === '' ? copy['contest.status.reasonEmpty'] : fill(copy['contest.status.reason'], { mark });
  return <p className={kitchen.reason}>{text}</p>;
}

/** A work that was deleted, or never was. */
export function MissingWork({ host }: { host: HostServices }) {
  return (
    <div className={kitchen.notice}>
      <Fridge mood="puzzled" />
      <h1>{copy['contest.detail.missing']}</h1>
      <PathLink host={host} to="/works" tone="primary" track="contest.detail.works">
        {copy['contest.works.docTitle']}
      </PathLink>
    </div>
  );
}

/**
 * For homes without a fridge (copy deck 2.2).
 * @param alone on the page: large
 */
export function BindInvitation({ host, alone }: { host: HostServices; alone: boolean }) {
  const { needsFridge } = useStore(host.session);
  if (!needsFridge) return null;
  const bind = () => {
    host.tracking.click('contest.bind');
    return host.session.bindFridge();
  };
  return (
    <div className={alone ? kitchen.notice : undefined}>
      <BindFridge scene={noFridge} onBind={bind} />
    </div>
  );
}
