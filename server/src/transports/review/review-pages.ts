import * as v from 'valibot';
import type { ListedWork } from '../../activities/contest/listed-work.ts';
import { REASON_CHARACTERS, REASON_WORDS } from '../../activities/contest/review-rules.ts';
import type { ListedDraw } from '../../activities/draw/list-draw.ts';
import type { AnswerTo } from '../../commands/run.ts';
import { Html, html } from '../../edge/html.ts';
import { words } from './review-words.ts';

/** `award`: a work that may now win; `undo`: a work whose decision can be undone until a time, ms. */
export const reviewMessageSchema = v.nullable(
  v.object({
    tone: v.picklist(['good', 'bad']),
    text: v.string(),
    award: v.exactOptional(v.string()),
    undo: v.exactOptional(v.object({ id: v.string(), until: v.number() })),
  }),
);
export type ReviewMessage = NonNullable<v.InferOutput<typeof reviewMessageSchema>>;

/** Of a reviewer. */
export type ReviewSession = { name: string; message: ReviewMessage | null };

/** A work, and where it stands in its list. */
type Seen = { work: ListedWork; place: AnswerTo<'works place'> };

/** `2023-08-01 10:00`, Shanghai time. */
const minute = (time: string): string => time.slice(0, 16).replace('T', ' ');

const picture = (name: string): string => `/pictures/${name}`;
export const titleOf = ({ cookName, kind }: ListedWork): string => cookName || words.kind[kind];

function page(
  title: string,
  main: Html,
  session: ReviewSession | null,
  here: '/' | '/decided' | null = null,
  pending = 0,
): string {
  const link = (href: string, label: string) =>
    html`<a href="${href}"${here === href && new Html(' aria-current="page"')}>${label}</a>`;
  return `<!doctype html>${
    html`<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${words.title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/review.css">
<script src="/review.js" defer></script>
</head>
<body class="arriving">
<header class="bar">
<h1>${words.title}</h1>
${session !== null && html`<nav>${link('/', pending > 0 ? words.waiting(pending) : words.queue)}${link('/decided', words.decided)}</nav><p class="reviewer">${words.reviewer(session.name)}</p>`}
</header>
<div class="message" role="status">${session !== null && session.message !== null && message(session.message)}</div>
<main>${main}</main>
</body>
</html>`.markup
  }`;
}

function message({ tone, text, award, undo }: ReviewMessage): Html {
  return html`<div class="said ${tone}"><span>${text}</span>${undo !== undefined && undoForm(undo)}${award !== undefined && html` <a rel="prize" href="/work?id=${award}" aria-keyshortcuts="p"><kbd aria-hidden="true">P</kbd>${words.award}</a>`}</div>`;
}

/** The page's script removes it in time. */
function undoForm({ id, until }: NonNullable<ReviewMessage['undo']>): Html | false {
  const left = until - Date.now();
  return (
    left > 0 &&
    html` <form method="post" action="/undo" class="undo" data-left="${left}">${hidden({ id })}<button aria-keyshortcuts="u"><kbd aria-hidden="true">U</kbd>${words.undo}</button></form>`
  );
}

const hidden = (fields: Readonly<Record<string, string | number>>): Html[] =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);

export function noticePage(title: string, text: string, session: ReviewSession | null = null): string {
  return page(title, html`<section class="notice"><h2>${title}</h2><p>${text}</p></section>`, session);
}

/** Of a one-time link. */
export function enterPage(key: string, operator: string): string {
  const { title, text, button } = words.enter;
  return page(
    title,
    html`<section class="notice"><h2>${title}</h2><p>${text(operator)}</p><form method="post" action="/enter">${hidden({ key })}<button class="button">${button}</button></form></section>`,
    null,
  );
}

/** @param pending works that other reviewers look at */
export function emptyQueuePage(session: ReviewSession, pending: number): string {
  const [title, text] = pending === 0 ? [words.empty, words.emptyText] : [words.othersLook(pending), words.othersText];
  const empty = html`<section class="notice"><h2>${title}</h2><p>${text}</p><a class="button" href="/">${words.refresh}</a></section>`;
  return page(words.queue, empty, session, '/', pending);
}

export function queuePage(session: ReviewSession, seen: Seen): string {
  const main = workView(seen, '/?work=', decision(seen.work), words.keys);
  return page(titleOf(seen.work), main, session, '/', seen.place.pending);
}

export function prizePage(session: ReviewSession, seen: Seen, draw: ListedDraw): string {
  const main = workView(seen, '/work?id=', prizePanel(seen.work, draw), words.prizeKeys);
  return page(titleOf(seen.work), main, session, '/decided', seen.place.pending);
}

/** An approved work links to its prizes. @param isFirst whether the part has the latest decisions */
export function decidedPage(
  session: ReviewSession,
  { works, pending, next }: AnswerTo<'works list'>,
  isFirst: boolean,
): string {
  const rows = works.map((work) => {
    const canWin = work.status === 'approved' && work.prize === 0;
    return html`<li class="decided ${work.status}">
${work.images[0] !== undefined && html`<img src="${picture(work.images[0])}" alt="" loading="lazy">`}
<div><p class="about"><span class="tag">${words.status[work.status]}</span>${prizeTag(work)}<span class="quiet">${work.id}</span></p><h2>${titleOf(work)}</h2><p class="quiet">${work.nickName || words.anonymous}</p>${history(work)}
<a class="open" href="/work?id=${work.id}" aria-label="${words.openAria(canWin, titleOf(work))}">${canWin ? words.award : words.open}</a></div></li>`;
  });
  const main =
    rows.length === 0
      ? html`<section class="notice"><h2>${words.noneDecided}</h2></section>`
      : html`<ul class="list">${rows}</ul>`;
  const turn = html`<nav class="turn">${!isFirst && html`<a rel="prev" href="/decided">${words.newest}</a>`}${next !== null && html`<a rel="next" href="/decided?after=${next}">${words.older}</a>`}</nav>`;
  return page(words.decided, html`${main}${turn}`, session, '/decided', pending);
}

/** @param address of a work's page, without its id */
function workView({ work, place }: Seen, address: string, panel: Html, keys: string): Html {
  const { before, after } = place;
  return html`<div class="work" data-work="${work.id}">
${gallery(work)}
<article tabindex="0" aria-label="${titleOf(work)}">
<p class="about"><span class="tag">${words.kind[work.kind]}</span>${work.revision > 1 && html`<span class="tag again">${words.again(work.revision)}</span>`}${prizeTag(work)}<span>${words.place(place.index + 1, place.count)}</span></p>
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
${panel}
<nav class="turn">${before !== null && html`<a rel="prev" href="${address}${before}" aria-keyshortcuts="k">${words.previous}</a>`}${after !== null && html`<a rel="next" href="${address}${after}" aria-keyshortcuts="j">${words.next}</a>`}</nav>
<p class="quiet keys">${keys}</p>
</div>`;
}

function gallery(work: ListedWork): Html {
  const { images } = work;
  const label = (index: number) => words.picture(index + 1, images.length);
  const image = (name: string, index: number) =>
    html`<img src="${picture(name)}" alt="${titleOf(work)}，${label(index)}">`;
  return html`<section class="gallery" aria-label="${label(0)}">
<button type="button" class="large" aria-label="${words.zoom}" aria-keyshortcuts="z" aria-pressed="false">${image(images[0] ?? '', 0)}</button>
<div class="small">${images.map((name, index) => html`<button type="button" data-picture="${picture(name)}" aria-label="${label(index)}" aria-pressed="${String(index === 0)}">${image(name, index)}</button>`)}</div>
</section>`;
}

function step({ picture: name, stepDesc }: ListedWork['steps'][number], index: number): Html {
  return html`<li>${name !== null && html`<img src="${picture(name)}" alt="${words.stepPicture(index + 1)}" width="343" height="225">`}<p class="text">${stepDesc}</p></li>`;
}

const prizeTag = ({ prize }: ListedWork): Html | false =>
  prize > 0 && html`<span class="tag won">${words.hasPrize}</span>`;

function history({ decisions }: ListedWork): Html | false {
  return (
    decisions.length > 0 &&
    html`<ul class="history">${decisions.map(({ decision: what, by, at, reason }) => html`<li><strong>${words.record(what, by, minute(at))}</strong>${reason !== '' && html`<span>${what === 'prize' ? words.prizeLevel(reason) : reason}</span>`}</li>`)}</ul>`
  );
}

function decision({ id, revision }: ListedWork): Html {
  const fields = hidden({ id, revision });
  return html`<section class="decision">
<form method="post" action="/approve" id="approve">${fields}<button class="approve" aria-keyshortcuts="a"><kbd aria-hidden="true">A</kbd>${words.approve}</button></form>
<details id="reject"><summary class="reject" aria-keyshortcuts="r"><kbd aria-hidden="true">R</kbd>${words.reject}</summary>
<form method="post" action="/reject">${fields}
<div class="reasons">${words.reasons.map((reason, index) => html`<button type="button" data-reason="${reason}" aria-keyshortcuts="${index + 1}"><kbd aria-hidden="true">${index + 1}</kbd>${reason}</button>`)}</div>
<label><span><kbd aria-hidden="true">${words.reasons.length + 1}</kbd>${words.reason}</span><textarea name="reason" rows="3" maxlength="${REASON_CHARACTERS}" placeholder="${words.reasonHint}" aria-keyshortcuts="${words.reasons.length + 1}" data-words="${REASON_WORDS.source}" data-unclear="${words.refused.reason}"></textarea></label>
<button class="confirm">${words.confirmReject}</button></form></details>
</section>`;
}

function prizePanel({ id, status, prize, decisions }: ListedWork, { outcomes }: ListedDraw): Html {
  const given =
    prize > 0
      ? words.given(decisions.find(({ decision: what }) => what === 'prize')?.reason ?? '', outcomes)
      : words.onlyApproved;
  if (prize > 0 || status !== 'approved')
    return html`<section class="decision"><p class="given">${given}</p></section>`;
  return html`<section class="decision"><details id="prize"><summary class="prize" aria-keyshortcuts="p"><kbd aria-hidden="true">P</kbd>${words.award}</summary>
<form method="post" action="/prize">${hidden({ id })}
<fieldset class="prizes"><legend>${words.choosePrize}</legend>${outcomes.filter(({ level }) => level > 0).map(choice)}</fieldset>
<button class="confirm">${words.confirmPrize}</button></form></details>
</section>`;
}

function choice({ level, giftName, stock, issued, codesLeft }: ListedDraw['outcomes'][number]): Html {
  const limits = [stock === null ? null : stock - issued, codesLeft].filter((limit) => limit !== null);
  const left = limits.length === 0 ? null : Math.min(...limits);
  return html`<label><input type="radio" name="level" aria-keyshortcuts="${level}" value="${level}" required${left === 0 && new Html(' disabled')}><kbd aria-hidden="true">${level}</kbd><span class="quiet">${words.prizeLevel(String(level))}</span> <span class="gift">${giftName}</span> <span class="quiet left">${words.left(left, codesLeft)}</span></label>`;
}
