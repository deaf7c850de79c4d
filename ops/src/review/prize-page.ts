import type { ListedDraw, ListedWork, WorkPlace } from '@fridge/server/operator-protocol';
import { Html, html } from './html.ts';
import { page, titleOf } from './page-shell.ts';
import { words } from './review-words.ts';
import type { ReviewSession } from './access.ts';
import { workView } from './work-view.ts';

type Outcome = ListedDraw['outcomes'][number];

const addressOf = (id: string | null): string | null => id && `/work?id=${id}`;

export function prizePage(session: ReviewSession, work: ListedWork, place: WorkPlace, draw: ListedDraw): string {
  const { before, after, pending } = place;
  const main = workView({ work, place, before: addressOf(before), after: addressOf(after), panel: prizePanel(work, draw), keys: words.prizeKeys });
  return page(titleOf(work), main, session, 'decided', pending);
}

function prizePanel({ id, status, prize, decisions }: ListedWork, { outcomes }: ListedDraw): Html {
  if (prize > 0) return html`<section class="decision"><p class="given">${words.given(decisions.find(({ decision }) => decision === 'prize')?.reason ?? '', outcomes)}</p></section>`;
  if (status !== 'approved') return html`<section class="decision"><p class="given">${words.onlyApproved}</p></section>`;
  const prizes = outcomes.filter(({ level }) => level > 0);
  return html`<section class="decision"><details id="prize"><summary class="prize" aria-keyshortcuts="p"><kbd aria-hidden="true">P</kbd>${words.award}</summary>
<form method="post" action="/prize"><input type="hidden" name="id" value="${id}">
<fieldset class="prizes"><legend>${words.choosePrize}</legend>${prizes.map(choice)}</fieldset>
<button class="confirm">${words.confirmPrize}</button></form></details>
</section>`;
}

function choice(outcome: Outcome): Html {
  const left = leftOf(outcome);
  const disabled = new Html(left === 0 ? ' disabled' : '');
  return html`<label><input type="radio" name="level" value="${outcome.level}" required${disabled}><kbd aria-hidden="true">${outcome.level}</kbd><span class="quiet">${words.prizeLevel(String(outcome.level))}</span> <span class="gift">${outcome.giftName}</span> <span class="quiet left">${words.left(left, outcome.codesLeft)}</span></label>`;
}

/** By stock and codes; `null` for no limit. */
function leftOf({ stock, issued, codesLeft }: Outcome): number | null {
  const inStock = stock === null ? null : stock - issued;
  if (inStock === null || codesLeft === null) return inStock ?? codesLeft;
  return Math.min(inStock, codesLeft);
}
