import { formatDateTime } from '@fridge/shared-contracts';
import { previewPaths, previewVersion } from '@fridge/shared-contracts/page';
import { hashSource } from '../../host-origin/integrity-maps.ts';
import { Html, html } from '../../edge/html.ts';
import type { Preview } from './previews.ts';
import { words } from './preview-words.ts';

const css = `
:root { color-scheme: light dark; --ground: #f2f8fc; --card: #fff; --ink: #0e2a3b; --quiet: #4a6577; --line: #d9e6ee;
  --main: #0a6fd1; --on-main: #fff; --warn: #fff1d6; --warn-ink: #5a2c00 }
@media (prefers-color-scheme: dark) {
  :root { --ground: #12110f; --card: #1d1b17; --ink: #f3e9d6; --quiet: #b8ab93; --line: #38332a; --main: #d9b46a;
    --on-main: #1a140a; --warn: #3a2a0c; --warn-ink: #ffe2ad }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: anywhere;
  font: 16px/1.7 -apple-system, 'PingFang SC', 'HarmonyOS Sans SC', 'MiSans', 'Noto Sans SC', 'Source Han Sans SC', sans-serif }
main { max-width: 480px; margin: 0 auto; padding: 32px 20px 24px }
h1 { margin: 0 0 8px; font-size: 24px; line-height: 1.25; text-wrap: balance }
p, dl, ul { margin: 0 0 20px }
dl { padding: 8px 16px; border: 1px solid var(--line); border-radius: 20px; background: var(--card) }
dl div { display: flex; gap: 8px; padding: 6px 0 }
dt { flex: none; width: 5em; color: var(--quiet) }
dd { flex: 1; min-width: 0; margin: 0 }
section { margin-bottom: 20px; padding: 12px 16px 4px; border-radius: 20px; background: var(--warn); color: var(--warn-ink) }
h2 { margin: 0 0 4px; font-size: 16px }
ul { margin-bottom: 8px; padding-left: 1.2em }
li { margin-bottom: 4px }
form { display: flex; flex-wrap: wrap; gap: 12px }
button, .button { display: inline-block; flex: 1 1 120px; min-height: 48px; padding: 10px 16px; border: 1px solid var(--main); border-radius: 12px;
  background: none; color: var(--main); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer }
button { background: var(--main); color: var(--on-main) }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px }
`;

/** No script, no frame, and a form to this origin alone. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; img-src 'self'; style-src ${hashSource(css)}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
  // Keeps the link from the page that follows. Without any referrer browsers send `Origin: null` with forms.
  'referrer-policy': 'strict-origin',
} as const;

function page({ title, lead }: { title: string; lead: string }, more: Html): string {
  return `<!doctype html>${
    html`<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${new Html(css)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${lead}</p>
${more}
</main>
</body>
</html>`.markup
  }`;
}

/** Asks before a preview opens. @param paths where it would run */
export function askToOpen(
  { team, release, baseUrl, expiresAt, isPublished }: Preview,
  paths: readonly string[],
): string {
  const { open } = words;
  const facts = [
    ...(team === '' ? [] : [[open.team, team] as const]),
    [open.remote, `${release.title}（${release.name}）`],
    [open.version, previewVersion(release.version)],
    [open.from, new URL(baseUrl).origin],
    [open.pages, paths.join(' ')],
    [open.until, formatDateTime(expiresAt.getTime())],
  ] as const;
  return page(
    isPublished ? { ...open, lead: open.publishedLead } : open,
    html`<dl>${facts.map(([term, told]) => html`<div><dt>${term}</dt><dd>${told}</dd></div>`)}</dl>
<section><h2>${open.risk}</h2><ul>${open.risks.map((risk) => html`<li>${risk}</li>`)}</ul></section>
${form(open, '/')}`,
  );
}

/** Asks before a preview ends. @param back its first page */
export const askToEnd = (back: string): string => page(words.end, form(words.end, back, previewPaths.end));

export const noticePage = (kind: 'gone' | 'over' | 'off' | 'refused'): string =>
  page(words[kind], html`<p><a class="button" href="/">${words.home}</a></p>`);

/** @param action default: the address of the page, whose link it posts */
function form({ yes, no }: { yes: string; no: string }, back: string, action = ''): Html {
  return html`<form method="post" action="${action}"><button>${yes}</button><a class="button" href="${back}">${no}</a></form>`;
}
