import type { ListedWork } from '@fridge/server/operator-protocol';
import { Html, html } from './html.ts';
import type { ReviewSession } from './sessions.ts';
import { words } from './review-words.ts';

/** `2023-08-01 10:00` of a Shanghai time. */
const minute = (time: string): string => time.slice(0, 16).replace('T', ' ');

const picture = (name: string): string => `/pictures/${name}`;
export const titleOf = ({ cookName, kind }: Pick<ListedWork, 'cookName' | 'kind'>): string => cookName || words.kind[kind];

function page(title: string, main: Html, session: ReviewSession | null, here: 'queue' | 'decided' | null = null, pending = 0): string {
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
<div class="message" role="status">${session !== null && session.message !== null && html`<p class="${session.message.tone}">${session.message.text}</p>`}</div>
<main>${main}</main>
</body>
</html>`.markup}`;
}

/** A page of one sentence. */
export function noticePage(title: string, text: string, session: ReviewSession | null = null): string {
  return page(title, html`<section class="notice"><h2>${title}</h2><p>${text}</p></section>`, session);
}

/** Asks for the reviewer's name, once. */
export function namePage(session: ReviewSession): string {
  const form = html`<section class="notice"><h2>${words.nameTitle}</h2><p>${words.nameText}</p>
<form method="post" action="/name"><label>${words.nameLabel}<input name="name" required maxlength="40" autocomplete="name" autofocus></label><button class="primary">${words.begin}</button></form></section>`;
  return page(words.nameTitle, form, session);
}

/** One work of the queue, with its pictures large. */
export function queuePage(session: ReviewSession, works: readonly ListedWork[], pending: number, chosen: string | null): string {
  const index = Math.max(0, works.findIndex(({ id }) => id === chosen));
  const work = works[index];
  if (work === undefined) {
    const empty = html`<section class="notice"><h2>${words.empty}</h2><p>${words.emptyText}</p><a class="button" href="/">${words.refresh}</a></section>`;
    return page(words.queue, empty, session, 'queue', pending);
  }
  const [before, after] = [works[index - 1], works[index + 1]];
  const main = html`<div class="work" data-work="${work.id}">
${gallery(work)}
<article tabindex="0" aria-label="${titleOf(work)}">
<p class="about"><span class="tag">${words.kind[work.kind]}</span>${work.revision > 1 && html`<span class="tag again">${words.again(work.revision)}</span>`}<span>${words.place(index + 1, works.length)}</span></p>
<h2>${titleOf(work)}</h2>
<p class="quiet">${work.nickName || words.anonymous} · ${words.submitted(minute(work.submittedAt))} · ${work.id}</p>
${history(work)}
<h3>${words.content}</h3>
<p class="text">${work.desc}</p>
${work.cookTime !== '' && html`<p class="text">${words.cookTime[work.cookTime] ?? ''}</p>`}
${work.materials !== '' && html`<h3>${words.materials}</h3><p class="text">${work.materials}</p>`}
${work.steps.length > 0 && html`<h3>${words.steps}</h3><ol class="steps">${work.steps.map(step)}</ol>`}
${work.tips !== '' && html`<h3>${words.tips}</h3><p class="text">${work.tips}</p>`}
</article>
${decision(work, after?.id ?? before?.id ?? null)}
<nav class="turn">${before !== undefined && html`<a rel="prev" href="/?work=${before.id}">${words.previous}</a>`}${after !== undefined && html`<a rel="next" href="/?work=${after.id}">${words.next}</a>`}</nav>
<p class="quiet keys">${words.keys}</p>
</div>`;
  return page(titleOf(work), main, session, 'queue', pending);
}

function gallery({ images, cookName, kind }: ListedWork): Html {
  const alt = (index: number) => `${titleOf({ cookName, kind })}，${words.picture(index + 1, images.length)}`;
  return html`<section class="gallery" aria-label="${words.picture(1, images.length)}">
<button type="button" class="large" aria-label="${words.zoom}" aria-pressed="false"><img src="${picture(images[0] ?? '')}" alt="${alt(0)}"></button>
<div class="small">${images.map((name, index) => html`<button type="button" data-picture="${picture(name)}" aria-label="${words.picture(index + 1, images.length)}" aria-pressed="${index === 0 ? 'true' : 'false'}"><img src="${picture(name)}" alt="${alt(index)}"></button>`)}</div>
</section>`;
}

function step({ picture: name, stepDesc }: ListedWork['steps'][number], index: number): Html {
  return html`<li>${name !== null && html`<img src="${picture(name)}" alt="${words.stepPicture(index + 1)}" width="343" height="225">`}<p class="text">${stepDesc}</p></li>`;
}

/** @param next what to show once this one is decided */
function decision({ id, revision }: ListedWork, next: string | null): Html {
  const hidden = (what: 'approved' | 'rejected') => html`<input type="hidden" name="id" value="${id}"><input type="hidden" name="revision" value="${revision}"><input type="hidden" name="decision" value="${what}"><input type="hidden" name="next" value="${next ?? ''}">`;
  return html`<section class="decision">
<form method="post" action="/decide" id="approve">${hidden('approved')}<button class="approve" aria-keyshortcuts="a"><kbd aria-hidden="true">A</kbd>${words.approve}</button></form>
<details id="reject"><summary class="reject" aria-keyshortcuts="r"><kbd aria-hidden="true">R</kbd>${words.reject}</summary>
<form method="post" action="/decide">${hidden('rejected')}
<div class="reasons">${words.reasons.map((reason, index) => html`<button type="button" data-reason="${reason}"><kbd aria-hidden="true">${index + 1}</kbd>${reason}</button>`)}</div>
<label>${words.reason}<textarea name="reason" rows="3" maxlength="200" placeholder="${words.reasonHint}"></textarea></label>
<button class="confirm">${words.confirmReject}</button></form></details>
</section>`;
}

function history({ decisions }: ListedWork): Html | null {
  if (decisions.length === 0) return null;
  return html`<ul class="history">${decisions.map(({ decision: what, by, at, reason }) => html`<li><strong>${words.record(what, by, minute(at))}</strong>${reason !== '' && html`<span>${what === 'prize' ? words.prizeLevel(reason) : reason}</span>`}</li>`)}</ul>`;
}

/** What was decided, and by whom. */
export function decidedPage(session: ReviewSession, works: readonly ListedWork[], pending: number): string {
  const rows = works.map((work) => html`<li class="decided ${work.status}">
${work.images[0] !== undefined && html`<img src="${picture(work.images[0])}" alt="" loading="lazy">`}
<div><p class="about"><span class="tag">${words.status[work.status]}</span><span class="quiet">${work.id}</span></p><h2>${titleOf(work)}</h2><p class="quiet">${work.nickName || words.anonymous}</p>${history(work)}</div></li>`);
  const main = rows.length === 0 ? html`<section class="notice"><h2>${words.noneDecided}</h2></section>` : html`<ul class="list">${rows}</ul>`;
  return page(words.decided, main, session, 'decided', pending);
}
