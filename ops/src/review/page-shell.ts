import type { ListedWork } from '@fridge/server/operator-protocol';
import { Html, html } from './html.ts';
import { words } from './review-words.ts';
import type { ReviewMessage, ReviewSession } from './access.ts';

/** `2023-08-01 10:00`, Shanghai time. */
export const minute = (time: string): string => time.slice(0, 16).replace('T', ' ');

export const picture = (name: string): string => `/pictures/${name}`;
export const titleOf = ({ cookName, kind }: Pick<ListedWork, 'cookName' | 'kind'>): string => cookName || words.kind[kind];

export function page(title: string, main: Html, session: ReviewSession | null, here: 'queue' | 'decided' | null = null, pending = 0): string {
  const link = (to: typeof here, href: string, label: string) => html`<a href="${href}"${new Html(here === to ? ' aria-current="page"' : '')}>${label}</a>`;
  return `<!doctype html>${html`<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${words.title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/review.css">
<script src="/review.js" defer></script>
</head>
<body>
<header class="bar">
<h1>${words.title}</h1>
${session !== null && session.name !== '' && html`<nav>${link('queue', '/', pending > 0 ? words.waiting(pending) : words.queue)}${link('decided', '/decided', words.decided)}</nav><p class="reviewer">${words.reviewer(session.name)}</p>`}
</header>
<div class="message" role="status">${session !== null && session.message !== null && message(session.message)}</div>
<main>${main}</main>
</body>
</html>`.markup}`;
}

function message({ tone, text, award, undo }: ReviewMessage): Html {
  return html`<div class="said ${tone}"><span>${text}</span>${undo !== undefined && undoForm(undo)}${award !== undefined && html` <a rel="prize" href="/work?id=${award}" aria-keyshortcuts="p"><kbd aria-hidden="true">P</kbd>${words.award}</a>`}</div>`;
}

/** The page's script removes it in time. */
function undoForm({ id, until }: NonNullable<ReviewMessage['undo']>): Html | false {
  const left = until - Date.now();
  return left > 0 && html` <form method="post" action="/undo" class="undo" data-left="${left}"><input type="hidden" name="id" value="${id}"><button aria-keyshortcuts="u"><kbd aria-hidden="true">U</kbd>${words.undo}</button></form>`;
}

export function noticePage(title: string, text: string, session: ReviewSession | null = null): string {
  return page(title, html`<section class="notice"><h2>${title}</h2><p>${text}</p></section>`, session);
}

export function namePage(session: ReviewSession): string {
  const form = html`<section class="notice"><h2>${words.nameTitle}</h2><p>${words.nameText}</p>
<form method="post" action="/name"><label>${words.nameLabel}<input name="name" required maxlength="40" autocomplete="name" autofocus></label><button class="primary">${words.begin}</button></form></section>`;
  return page(words.nameTitle, form, session);
}
