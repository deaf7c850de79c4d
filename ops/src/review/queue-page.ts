import type { ListedWork, WorkPlace } from '@fridge/server/operator-protocol';
import { type Html, html } from './html.ts';
import { page, titleOf } from './page-shell.ts';
import { words } from './review-words.ts';
import type { ReviewSession } from './access.ts';
import { workView } from './work-view.ts';

const addressOf = (id: string | null): string | null => id && `/?work=${id}`;

export function queuePage(session: ReviewSession, work: ListedWork, place: WorkPlace): string {
  const { before, after, pending } = place;
  const main = workView({ work, place, before: addressOf(before), after: addressOf(after), panel: decision(work, after ?? before), keys: words.keys });
  return page(titleOf(work), main, session, 'queue', pending);
}

export function emptyQueuePage(session: ReviewSession): string {
  const empty = html`<section class="notice"><h2>${words.empty}</h2><p>${words.emptyText}</p><a class="button" href="/">${words.refresh}</a></section>`;
  return page(words.queue, empty, session, 'queue');
}

/** @param next id of the work to show after the decision */
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
