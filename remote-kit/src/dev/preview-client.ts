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
  :host { all: initial; position: fixed; z-index: 2147483647; left: 8px; bottom: 8px; max-width: calc(100vw - 16px) }
  :host([hidden]) { display: none }
  details { max-width: 420px; border-radius: 10px; background: #14171c; color: #f4f6f8; opacity: .92;
    font: 12px/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; box-shadow: 0 2px 12px #0006 }
  summary { display: flex; gap: 8px; align-items: center; padding: 4px 10px; cursor: pointer; list-style: none }
  summary::-webkit-details-marker { display: none }
  summary::before { content: ''; flex: none; width: 8px; height: 8px; border-radius: 50%; background: #3ecf8e }
  [data-step='building'] summary::before { background: #f5c451 }
  [data-step='failed'] summary::before, [data-step='refused'] summary::before,
  [data-step='unreachable'] summary::before { background: #ff6b6b }
  span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
  details[open] span { white-space: normal }
  p, pre { display: block; margin: 0; padding: 2px 10px 6px }
  pre { max-height: 40vh; overflow: auto; white-space: pre-wrap; color: #ffb4b4 }
  pre[hidden] { display: none }
  @media print { :host { display: none } }
`;

const badge = createBadge();
const source = new EventSource(new URL(`/${page.events}`, import.meta.url));
source.addEventListener('message', ({ data }: MessageEvent<string>) => show(JSON.parse(data) as PreviewState)); // of the same kit
source.addEventListener('error', () => badge.say("remote-kit dev isn't running", '', 'failed'));

function show(state: PreviewState): void {
  const shown = shownVersion(state.name);
  const isOther = state.version !== null && shown !== state.version;
  if (isOther && sessionStorage.getItem(RELOADED_KEY) !== state.version) {
    sessionStorage.setItem(RELOADED_KEY, state.version ?? '');
    location.reload();
    return;
  }
  badge.name(`${state.name} ${shown}`);
  if (isOther) badge.say('This visit shows another build: open the link that remote-kit dev printed', '', 'failed');
  else badge.say(words[state.step], state.detail, state.step);
}

/** The version of the remote in the page's registry. */
function shownVersion(name: string): string {
  const block = document.getElementById(page.registryElement)?.textContent ?? '{}';
  const { registry } = JSON.parse(block) as { registry?: { remotes?: Record<string, { version?: string }> } }; // the page's own block
  return registry?.remotes?.[name]?.version ?? '';
}

function createBadge() {
  const root = document.createElement('div');
  root.lang = 'en';
  const shadow = root.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  shadow.adoptedStyleSheets = [sheet];

  shadow.innerHTML = '<details><summary><b>Build</b><span role="status"></span></summary><p></p><pre></pre></details>';
  const part = <Name extends keyof HTMLElementTagNameMap>(name: Name): HTMLElementTagNameMap[Name] =>
    shadow.querySelector(name) ?? document.createElement(name);
  const [details, status, build, reason] = [part('details'), part('span'), part('p'), part('pre')];
  document.documentElement.append(root);

  return {
    name: (text: string) => void (build.textContent = text),
    say(text: string, detail: string, step: string) {
      status.textContent = text;
      reason.textContent = detail;
      reason.hidden = detail === '';
      details.dataset['step'] = step;
      details.open = detail !== '';
      root.hidden = step === 'shown';
    },
  };
}
