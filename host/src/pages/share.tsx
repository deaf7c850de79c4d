import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { brandCopy, type ClipboardService, commonCopy, fill, type Skin } from '@fridge/shared-contracts';
import type { Address, PageRegistry, RuntimeSettings } from '@fridge/shared-contracts/page';
import { Button, ButtonLink, joinClasses, Phrases, Skeleton } from '@fridge/shared-ui';
import { BrandMark, DoorLight } from '@fridge/shared-ui/internal';
import { encode } from 'uqr';
import { useStore } from 'zustand';
import { copy } from '../copy.ts';
import type { Platform } from '../platform/create-platform.ts';
import display from './door-display.svg?raw';
import magnets from './door-magnets.svg?inline';
import { isReportShare, sharedAddress } from './page-before.ts';
import styles from './share.module.css';

/** Then the download page opens: a phone without the app ignores its scheme. */
const APP_OPENS_WITHIN_MS = 2_000;

/** Margin for scanners, in cells (ISO/IEC 18004). */
const QUIET_ZONE = 4;
/** Sharp at 200 CSS px with 3 device pixels each. */
const PIXELS_PER_CELL = 16;

type App = Pick<RuntimeSettings, 'downloadPage' | 'appLink'>;

export interface ShareProps {
  page: Address;
  registry: PageRegistry | null;
  app: App;
  platform: Pick<Platform, 'skin' | 'environment'> & { services: { clipboard: ClipboardService } };
  toast: (text: string) => void;
}

/** Spec section 2, "Share landing page". A phone can't scan its own screen: the app link precedes the QR code. */
export default function Share({ page, registry, app, platform, toast }: ShareProps) {
  const skin = useStore(platform.skin);
  const { inApp, inWeChat, platform: system } = platform.environment;
  const handheld = useHandheld() && !inApp;
  const opensApp = handheld || (system !== 'other' && !inApp);
  const link = location.origin + sharedAddress(page, registry);
  const promise = (
    <Phrases text={copy[isReportShare(page) ? 'host.share.sub.report' : 'host.share.sub.other']} before="冰箱专属" />
  );
  const invitation = (
    <>
      <h1 className={handheld ? styles.invitation : styles.promise}>{promise}</h1>
      {opensApp && <OpenApp app={app} link={link} inWeChat={inWeChat} />}
    </>
  );
  const code = <CodePaper downloadPage={app.downloadPage} inWeChat={inWeChat} />;
  return (
    <section className={styles.page}>
      <DoorLight className={styles.light} />
      <BrandLogo skin={skin} />
      <div className={joinClasses(styles.door, styles.upper)}>
        <Display />
        {handheld ? invitation : code}
      </div>
      <div className={joinClasses(styles.door, styles.lower)}>
        {handheld ? code : invitation}
        <CopyLink
          link={link}
          tone={opensApp ? 'quiet' : 'primary'}
          clipboard={platform.services.clipboard}
          toast={toast}
        />
        {!handheld && <img alt="" className={styles.magnets} src={magnets} width="250" height="92" />}
      </div>
    </section>
  );
}

const Display = () => (
  <svg
    aria-hidden="true"
    className={styles.display}
    width="86"
    height="52"
    dangerouslySetInnerHTML={{ __html: display }}
  />
);

/** Before the surroundings and what is shared are known. */
export function ShareShell({ skin }: { skin: Skin }) {
  return (
    <section className={styles.page}>
      <DoorLight className={styles.light} />
      <BrandLogo skin={skin} />
      <div className={joinClasses(styles.door, styles.upper)}>
        <Display />
        <Skeleton lines={3} />
      </div>
      <div className={joinClasses(styles.door, styles.lower)}>
        <Skeleton lines={5} />
      </div>
    </section>
  );
}

/** Copy deck 2.12. */
function BrandLogo({ skin }: { skin: Skin }) {
  const brandName = brandCopy[`brand.${skin}.name`];
  return (
    <span className={joinClasses(styles.logo, styles[`skin${skin}`])}>
      <BrandMark skin={skin} label={fill(copy['host.share.logo.alt'], { brandName })} />
      <span aria-hidden="true">{brandName}</span>
    </span>
  );
}

function CodePaper({ downloadPage, inWeChat }: { downloadPage: string; inWeChat: boolean }) {
  const picture = useMemo(() => qrPicture(downloadPage), [downloadPage]);
  return (
    <div className={styles.paper}>
      {inWeChat && <p className={styles.press}>{copy['host.share.longPress']}</p>}
      {picture === null ? (
        <a className={styles.press} href={downloadPage}>
          {downloadPage}
        </a>
      ) : (
        <img className={styles.code} src={picture} width="216" height="216" alt={fill(copy['host.share.qr.alt'])} />
      )}
      <p className={styles.scan}>{fill(copy['host.share.scan'])}</p>
    </div>
  );
}

/** Phones, in either orientation. */
const handheldScreen = () => window.matchMedia('(max-width: 640px), (max-height: 480px)');

const useHandheld = () => useSyncExternalStore(watchScreen, () => handheldScreen().matches);

function watchScreen(onChange: () => void): () => void {
  const screen = handheldScreen();
  screen.addEventListener('change', onChange);
  return () => screen.removeEventListener('change', onChange);
}

/**
 * WeChat reads and saves a long-pressed picture reliably only as a bitmap.
 * @returns a PNG's data URL, `null` without a canvas
 */
function qrPicture(address: string): string | null {
  const { data, size } = encode(address, { ecc: 'M', border: QUIET_ZONE });
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size * PIXELS_PER_CELL;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.scale(PIXELS_PER_CELL, PIXELS_PER_CELL);
  data.forEach((row, y) =>
    row.forEach((dark, x) => {
      context.fillStyle = dark ? '#000' : '#fff';
      context.fillRect(x, y, 1, 1);
    }),
  );
  return canvas.toDataURL('image/png');
}

/** In WeChat, which supports neither app links nor schemes, opens the download page. */
function OpenApp({ app: { appLink, downloadPage }, link, inWeChat }: { app: App; link: string; inWeChat: boolean }) {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  if (appLink === null || inWeChat)
    return (
      <ButtonLink wide href={downloadPage}>
        {fill(copy['host.share.download'])}
      </ButtonLink>
    );

  const orDownload = () => {
    if (/^https?:/.test(appLink)) return; // universal links have their own fallback page
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => {
      if (document.visibilityState === 'visible') window.location.assign(downloadPage);
    }, APP_OPENS_WITHIN_MS);
  };
  return (
    <div className={styles.ways}>
      <ButtonLink wide href={appLink.replaceAll('{link}', encodeURIComponent(link))} onClick={orDownload}>
        {fill(copy['host.share.open'])}
      </ButtonLink>
      <ButtonLink wide tone="text" className={styles.install} href={downloadPage}>
        {copy['host.share.install']}
      </ButtonLink>
    </div>
  );
}

/** If copying fails, shows the link for selection. */
function CopyLink({
  link,
  tone,
  clipboard,
  toast,
}: Pick<ShareProps, 'toast'> & { link: string; tone: 'primary' | 'quiet'; clipboard: ClipboardService }) {
  const [state, setState] = useState<'idle' | 'copying' | 'failed'>('idle');
  const copyLink = async () => {
    setState('copying');
    const copied = await clipboard.copy(link);
    setState(copied ? 'idle' : 'failed');
    toast(commonCopy[copied ? 'common.copyLink.toast' : 'common.copyLinkFail.toast']);
  };
  return (
    <>
      <Button wide tone={tone} busy={state === 'copying'} onClick={() => void copyLink()}>
        {copy['host.share.copyLink']}
      </Button>
      {state === 'failed' && (
        <>
          <p className={styles.hint}>{commonCopy['common.copyManual']}</p>
          <p className={styles.link}>{link}</p>
        </>
      )}
    </>
  );
}
