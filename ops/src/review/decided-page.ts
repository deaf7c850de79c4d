import type { ListedWork, ListedWorks } from '@fridge/server/operator-protocol';
import { html } from './html.ts';
import { page, picture, titleOf } from './page-shell.ts';
import { words } from './review-words.ts';
import type { ReviewSession } from './access.ts';
import { history } from './work-view.ts';

/** An approved work links to its prizes. @param first whether the part has the latest decisions */
export function decidedPage(session: ReviewSession, { works, pending, next }: ListedWorks, first: boolean): string {
  const rows = works.map((work) => html`<li class="decided ${work.status}">
${work.images[0] !== undefined && html`<img src="${picture(work.images[0])}" alt="" loading="lazy">`}
<div><p class="about"><span class="tag">${words.status[work.status]}</span>${work.prize > 0 && html`<span class="tag won">${words.hasPrize}</span>`}<span class="quiet">${work.id}</span></p><h2>${titleOf(work)}</h2><p class="quiet">${work.nickName || words.anonymous}</p>${history(work)}
<a class="open" href="/work?id=${work.id}" aria-label="${words.openAria(canWin(work), titleOf(work))}">${canWin(work) ? words.award : words.open}</a></div></li>`);
  const main = rows.length === 0 ? html`<section class="notice"><h2>${words.noneDecided}</h2></section>` : html`<ul class="list">${rows}</ul>`;
  const turn = html`<nav class="turn">${!first && html`<a rel="prev" href="/decided">${words.newest}</a>`}${next !== null && html`<a rel="next" href="/decided?after=${next}">${words.older}</a>`}</nav>`;
  return page(words.decided, html`${main}${turn}`, session, 'decided', pending);
}

const canWin = ({ status, prize }: ListedWork): boolean => status === 'approved' && prize === 0;
