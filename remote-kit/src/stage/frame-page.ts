import { type HouseholdName, householdNames, households } from './households.ts';
import { inPage } from './in-page.ts';
import type { NativeAnswers } from './native-app.ts';

export type FrameData = {
  title: string;
  hostUrl: string;
  routes: readonly string[];
  households: readonly {
    name: HouseholdName;
    title: string;
    /** Runs in a frame, as in the app's web view. */
    inApp: boolean;
    answers: NativeAnswers;
    /** By route. */
    addresses: Readonly<Record<string, string>>;
  }[];
  /** Who is there after a login. */
  user: NativeAnswers;
};

export const frameHouseholds = (addressOf: (route: string, name: HouseholdName) => string, routes: readonly string[]) =>
  householdNames.map((name) => ({
    name,
    title: households[name].title,
    inApp: households[name].inApp,
    addresses: Object.fromEntries(routes.map((route) => [route, addressOf(route, name)])),
  }));

/** The page around the host: a phone's screen, and above it who looks and at which route. */
export function framePage(data: FrameData): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escapeHtml(data.title)}</title>
    <link rel="icon" href="data:," />
    <style>
      body { margin: 0; font: 14px/1.5 system-ui, sans-serif; background: #e8eaed; color: #202124; }
      form { display: flex; flex-wrap: wrap; gap: 8px 16px; padding: 8px 16px; background: #fff; }
      select { font: inherit; padding: 4px; }
      iframe { display: block; width: 390px; max-width: 100%; height: calc(100vh - 72px); min-height: 568px; margin: 12px auto; border: 0; background: #fff; }
      p { text-align: center; }
    </style>
  </head>
  <body>
    <form>
      <label>Route <select name="route"></select></label>
      <label>As <select name="household"></select></label>
      <label>Skin <select name="brand"><option value="0">Ice blue</option><option value="1">Premium</option><option value="2">Young</option></select></label>
      <a target="_blank" rel="noreferrer">open in a tab</a>
    </form>
    <div id="place"></div>
    <script>${inPage(runFrame, data).replaceAll('</', '<\\/')}</script>
  </body>
</html>`;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`);

/** Runs in the page. The app's web view is a frame, whose messages it answers (architecture, "The native bridge"). */
function runFrame({ hostUrl, routes, households: all, user }: FrameData): void {
  const form = document.querySelector('form');
  const place = document.querySelector('#place');
  const link = document.querySelector('a');
  if (!form || !place || !link) return;
  const route = form.elements.namedItem('route') as HTMLSelectElement; // written above
  const household = form.elements.namedItem('household') as HTMLSelectElement;
  const brand = form.elements.namedItem('brand') as HTMLSelectElement;
  for (const path of routes) route.add(new Option(path, path));
  for (const { name, title } of all) household.add(new Option(title, name));
  let answers: Readonly<Record<string, unknown>> = {};
  let frame: HTMLIFrameElement | null = null;

  const show = () => {
    const chosen = all.find(({ name }) => name === household.value);
    const address = new URL(chosen?.addresses[route.value] ?? hostUrl);
    if (brand.value !== '0') address.searchParams.set('brand', brand.value);
    answers = chosen?.answers ?? {};
    link.href = address.href;
    if (chosen?.inApp !== true) {
      // A frame that may hold the page counts as the app.
      const note = document.createElement('p');
      note.textContent = 'A plain browser has no frame around the page: open it in a tab.';
      place.replaceChildren(note);
      frame = null;
      return;
    }
    frame = document.createElement('iframe');
    frame.title = 'The page';
    frame.src = address.href;
    place.replaceChildren(frame);
  };
  const tell = (message: unknown) => frame?.contentWindow?.postMessage(message, hostUrl);

  window.addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== hostUrl || source !== frame?.contentWindow) return;
    const message = data as { hello?: unknown; id?: unknown; method?: unknown }; // compared only
    if (message.hello !== undefined) return tell({ hello: 'CompanionApp/8.1.0', platform: 'ios' });
    if (message.id === undefined || typeof message.method !== 'string') return;
    tell({ id: message.id, ok: true, data: answers[message.method] ?? {} });
    if (message.method !== 'login') return;
    answers = user;
    const { userId, accessToken } = user['getUserInfo'] as { userId: string; accessToken: string }; // of the stage
    tell({ event: 'loginResult', data: { success: true, userId, accessToken } });
  });
  const wanted = new URLSearchParams(location.search);
  if (routes.includes(wanted.get('route') ?? '')) route.value = wanted.get('route') ?? '';
  if (all.some(({ name }) => name === wanted.get('as'))) household.value = wanted.get('as') ?? '';
  form.addEventListener('change', () => {
    history.replaceState(null, '', `?route=${encodeURIComponent(route.value)}&as=${household.value}`);
    show();
  });
  show();
}
