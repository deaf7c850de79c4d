import { type ComponentProps, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { brandCopy, type ClipboardService, commonCopy, fill, type Skin } from '@fridge/shared-contracts';
import {
  type Address,
  DOWNLOAD_CODE_PATH,
  DOWNLOAD_MARKER,
  isReportShare,
  type PageRegistry,
  type RuntimeSettings,
} from '@fridge/shared-contracts/page';
import { Button, ButtonLink, joinClasses, Phrases, Picture } from '@fridge/shared-ui';
import { BrandMark, DoorLight } from '@fridge/shared-ui/internal';
import { useStore } from 'zustand';
import { copy } from '../copy.ts';
import type { Platform } from '../platform/create-platform.ts';
import display from './door-display.svg?raw';
import magnets from './door-magnets.svg?inline';
import { sharedAddress } from './page-before.ts';
import styles from './share.module.css';

/** Then the download page opens: a phone without the app ignores its scheme. */
const APP_OPENS_WITHIN_MS = 2_000;

type App = Pick<RuntimeSettings, 'downloadPage' | 'appLink'>;

export interface ShareProps {
  page: Address;
  registry: PageRegistry | null;
  app: App;
  platform: Pick<Platform, 'skin' | 'environment'> & { services: { clipboard: ClipboardService } };
  toast: (text: string) => void;
}

/** Spec section 2, "Share landing page". */
export default function Share({ page, registry, app, platform, toast }: ShareProps) {
  const skin = useStore(platform.skin);
  const { inApp, inWeChat, platform: system } = platform.environment;
  const handheld = useHandheld() && !inApp;
  const opensApp = handheld || (system !== 'other' && !inApp);
  const link = location.origin + sharedAddress(page, registry);
  return (
    <Doors
      skin={skin}
      handheld={handheld}
      isReport={isReportShare(page)}
      code={<CodePaper downloadPage={app.downloadPage} inWeChat={inWeChat} />}
      ways={opensApp && <OpenApp app={app} link={link} inWeChat={inWeChat} />}
      copyLink={
        <CopyLink
          link={link}
          tone={opensApp ? 'quiet' : 'primary'}
          clipboard={platform.services.clipboard}
          toast={toast}
        />
      }
    />
  );
}

/** A phone can't scan its own screen: there the ways into the app precede the QR code. */
function Doors({
  skin,
  handheld,
  isReport,
  code,
  ways,
  copyLink,
  className,
}: {
  skin: Skin;
  handheld: boolean;
  isReport: boolean;
  code: ReactNode;
  ways: ReactNode;
  copyLink: ReactNode;
  className?: string | undefined;
}) {
  const invitation = (
    <>
      <h1 className={handheld ? styles.invitation : styles.promise}>
        <Phrases text={copy[isReport ? 'host.share.sub.report' : 'host.share.sub.other']} before="冰箱专属" />
      </h1>
      {ways}
    </>
  );
  return (
    <section className={joinClasses(styles.page, className)}>
      <DoorLight className={styles.light} />
      <BrandLogo skin={skin} />
      <div className={joinClasses(styles.door, styles.upper)}>
        <Display />
        {handheld ? invitation : code}
      </div>
      <div className={joinClasses(styles.door, styles.lower)}>
        {handheld ? code : invitation}
        {copyLink}
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

/** What a phone is offered first (`ShareName`). */
export type FirstWay = 'open' | 'download' | 'inWeChat';

/** Of the page's markup: of the two arrangements the stylesheet shows that of the screen. */
export function ShareShell({ skin, isReport, way }: { skin: Skin; isReport: boolean; way: FirstWay }) {
  const doors = { skin, isReport, code: <CodePaper downloadPage={DOWNLOAD_MARKER} inWeChat={way === 'inWeChat'} /> };
  return (
    <>
      <Doors
        {...doors}
        handheld
        className={styles.onPhone}
        ways={way === 'open' ? <OpenShape /> : <Download downloadPage={DOWNLOAD_MARKER} />}
        copyLink={<CopyButton tone="quiet" />}
      />
      <Doors
        {...doors}
        handheld={false}
        className={styles.onWide}
        ways={null}
        copyLink={<CopyButton tone="primary" />}
      />
    </>
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
  return (
    <div className={styles.paper}>
      {inWeChat && <p className={styles.press}>{copy['host.share.longPress']}</p>}
      <Picture
        className={styles.code}
        src={DOWNLOAD_CODE_PATH}
        width="216"
        height="216"
        alt={fill(copy['host.share.qr.alt'])}
        fallback={
          <a className={styles.press} href={downloadPage}>
            {downloadPage}
          </a>
        }
      />
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

/** In WeChat, which supports neither app links nor schemes, opens the download page. */
function OpenApp({ app: { appLink, downloadPage }, link, inWeChat }: { app: App; link: string; inWeChat: boolean }) {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  if (appLink === null || inWeChat) return <Download downloadPage={downloadPage} />;

  const orDownload = () => {
    if (/^https?:/.test(appLink)) return; // universal links have their own fallback page
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => {
      if (document.visibilityState === 'visible') window.location.assign(downloadPage);
    }, APP_OPENS_WITHIN_MS);
  };
  return (
    <div className={styles.ways}>
      <ButtonLink
        wide
        data-action="host.share.open"
        href={appLink.replaceAll('{link}', encodeURIComponent(link))}
        onClick={orDownload}
      >
        {fill(copy['host.share.open'])}
      </ButtonLink>
      <Install downloadPage={downloadPage} />
    </div>
  );
}

/** Before the link into the app is known: it names the page that is shared. */
const OpenShape = () => (
  <div className={styles.ways}>
    <Button wide data-action="host.share.open" data-activation="">
      {fill(copy['host.share.open'])}
    </Button>
    <Install downloadPage={DOWNLOAD_MARKER} />
  </div>
);

const Download = ({ downloadPage }: { downloadPage: string }) => (
  <ButtonLink wide href={downloadPage}>
    {fill(copy['host.share.download'])}
  </ButtonLink>
);

const Install = ({ downloadPage }: { downloadPage: string }) => (
  <ButtonLink wide tone="text" className={styles.install} href={downloadPage}>
    {copy['host.share.install']}
  </ButtonLink>
);

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
      <CopyButton tone={tone} busy={state === 'copying'} onClick={() => void copyLink()} />
      {state === 'failed' && (
        <>
          <p className={styles.hint}>{commonCopy['common.copyManual']}</p>
          <p className={styles.link}>{link}</p>
        </>
      )}
    </>
  );
}

const CopyButton = (props: Pick<ComponentProps<typeof Button>, 'tone' | 'busy' | 'onClick'>) => (
  <Button wide {...props} data-action="host.share.copyLink" data-activation="">
    {copy['host.share.copyLink']}
  </Button>
);
