// Runs in the pages of a preview, served by `remote-kit dev --host`: reloads them after a save, and says why it didn't.
// The host marks the pages and ends the preview.
// It imports nothing: it is served as it stands.
import type { PreviewState } from './serve-preview.ts';

/** Filled in by the server. */
declare const page: { registryElement: string; events: string };

const RELOADED_KEY = 'remote-kit.reloaded-for';

const words: Record<PreviewState['step'], string> = {
  building: 'Building …',
  shown: 'Up to date',
  failed: 'The build failed; this is the one before',
  refused: 'The host refused the build; this is the one before',
  unreachable: "The host can't be reached; this is the build before",
};

const css = `
  :host { all: initial; position: fixed; z-index: 2147483647; left: 8px; bottom: 8px; max-width: min(420px, calc(100vw - 16px)) }
  :host([hidden]) { display: none }
  div { padding: 4px 10px; border-left: 8px solid #ff6b6b; border-radius: 10px; background: #14171c; color: #f4f6f8; opacity: .92;
    font: 12px/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; box-shadow: 0 2px 12px #0006 }
  [data-step='building'] { border-color: #f5c451 }
  pre { max-height: 40vh; overflow: auto; margin: 0; font: inherit; white-space: pre-wrap; color: #ffb4b4 }
  @media print { :host { display: none } }
`;

const say = createBadge();
const source = new EventSource(new URL(`/${page.events}`, import.meta.url));
source.addEventListener('message', ({ data }: MessageEvent<string>) => show(JSON.parse(data) as PreviewState)); // of the same kit
source.addEventListener('error', () => say("remote-kit dev isn't running"));

function show(state: PreviewState): void {
  const shown = shownVersion(state.name);
  const isOther = state.version !== null && shown !== state.version;
  if (isOther && sessionStorage.getItem(RELOADED_KEY) !== state.version) {
    sessionStorage.setItem(RELOADED_KEY, state.version ?? '');
    location.reload();
    return;
  }
  if (isOther) say(`${state.name} ${shown}: open the link that remote-kit dev printed to see the last build`);
  else say(`${state.name} ${shown}: ${words[state.step]}`, state.detail, state.step);
}

/** The version of the remote in the page's registry. */
function shownVersion(name: string): string {
  const block = document.getElementById(page.registryElement)?.textContent ?? '{}';
  const { registry } = JSON.parse(block) as { registry?: { remotes?: Record<string, { version?: string }> } }; // the page's own block
  return registry?.remotes?.[name]?.version ?? '';
}

/** @returns shows what happens, but for a build that is up to date */
function createBadge() {
  const root = document.createElement('div');
  root.lang = 'en';
  const shadow = root.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  shadow.adoptedStyleSheets = [sheet];
  const box = document.createElement('div');
  const status = document.createElement('span');
  const reason = document.createElement('pre');
  status.role = 'status';
  box.append(status, reason);
  shadow.append(box);
  document.documentElement.append(root);
  return (text: string, detail = '', step: PreviewState['step'] = 'failed') => {
    status.textContent = text;
    reason.textContent = detail;
    box.dataset['step'] = step;
    root.hidden = step === 'shown';
  };
}
