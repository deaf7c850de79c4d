import { useLayoutEffect, useRef } from 'react';
import { useApp, useAppState } from '../app/use-app.ts';
import type { WebView } from '../app/app-state.ts';
import { copy } from '../copy.ts';
import { Icon } from '../icon.tsx';
import styles from './web-view-frame.module.css';

/** A page navigating the top window would replace the app. */
const ALLOWED =
  'allow-same-origin allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-downloads';

/** Scripts of this app's origin could reach out of the frame. */
function sandboxOf(url: string): string {
  return new URL(url).origin === location.origin ? ALLOWED : `allow-scripts ${ALLOWED}`;
}

export function WebViewFrame({ view }: { view: WebView }) {
  const app = useApp();
  const statusBar = useAppState((state) => state.device.statusBarHeight);
  const second = view.kind === 'second';
  const name = second ? view.title || copy['mock.webView.second'] : copy['mock.webView.title'];
  return (
    <div className={styles.view} data-testid={second ? 'second-web-view' : 'main-web-view'}>
      {view.nativeHeader ? (
        <header className={styles.header} style={{ paddingTop: statusBar }} data-testid="native-header">
          <div className={styles.bar}>
            <button
              type="button"
              className={styles.close}
              onClick={() => app.closeView(view.key)}
              aria-label={copy['mock.webView.close']}
            >
              <Icon size={22}>
                <path d="M6 6l12 12M18 6L6 18" />
              </Icon>
            </button>
            <p className={styles.names}>
              <span className={styles.title}>{name}</span>
              {second ? (
                <span className={styles.address} data-testid="second-address">
                  {view.url}
                </span>
              ) : null}
            </p>
            <a
              className={styles.outside}
              href={view.url}
              target="_blank"
              rel="noreferrer"
              aria-label={copy['mock.webView.outside']}
            >
              <Icon>
                <path d="M14 5h5v5M19 5l-8 8M10 6H6.500A1.500 1.500 0 0 0 5 7.500v10A1.500 1.500 0 0 0 6.500 19h10a1.500 1.500 0 0 0 1.500-1.500V14" />
              </Icon>
            </a>
          </div>
        </header>
      ) : null}
      <Page key={view.loads} view={view} name={name} />
    </div>
  );
}

function Page({ view, name }: { view: WebView; name: string }) {
  const { attach, hello, hostUrl } = useApp();
  const bridged = new URL(view.url).origin === new URL(hostUrl).origin;
  const frame = useRef<HTMLIFrameElement>(null);
  // The window must be registered before the page's first message.
  useLayoutEffect(() => {
    const page = frame.current?.contentWindow;
    return page && bridged ? attach(view.key, page) : undefined;
  }, [attach, bridged, view.key]);
  return (
    <iframe
      ref={frame}
      className={styles.frame}
      title={name}
      src={view.url}
      allow="clipboard-write; autoplay"
      sandbox={sandboxOf(view.url)}
      data-testid={view.kind === 'second' ? 'second-frame' : 'web-view'}
      onLoad={() => bridged && hello(view.key)}
    />
  );
}
