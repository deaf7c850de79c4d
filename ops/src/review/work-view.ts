import type { ListedWork } from '@fridge/server/operator-protocol';
import { type Html, html } from './html.ts';
import { minute, picture, titleOf } from './page-shell.ts';
import { words } from './review-words.ts';

type WorkView = {
  work: ListedWork;
  /** Among the works of the list. */
  place: { index: number; count: number };
  before: string | null;
  after: string | null;
  panel: Html;
  keys: string;
};

export function workView({ work, place, before, after, panel, keys }: WorkView): Html {
  return html`<div class="work" data-work="${work.id}">
${gallery(work)}
<article tabindex="0" aria-label="${titleOf(work)}">
<p class="about"><span class="tag">${words.kind[work.kind]}</span>${work.revision > 1 && html`<span class="tag again">${words.again(work.revision)}</span>`}${work.prize > 0 && html`<span class="tag won">${words.hasPrize}</span>`}<span>${words.place(place.index + 1, place.count)}</span></p>
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
<nav class="turn">${before !== null && html`<a rel="prev" href="${before}">${words.previous}</a>`}${after !== null && html`<a rel="next" href="${after}">${words.next}</a>`}</nav>
<p class="quiet keys">${keys}</p>
</div>`;
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

export function history({ decisions }: ListedWork): Html | null {
  if (decisions.length === 0) return null;
  return html`<ul class="history">${decisions.map(({ decision: what, by, at, reason }) => html`<li><strong>${words.record(what, by, minute(at))}</strong>${reason !== '' && html`<span>${what === 'prize' ? words.prizeLevel(reason) : reason}</span>`}</li>`)}</ul>`;
}
