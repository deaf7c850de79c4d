// @ts-check
/** Shortcuts and pictures; the page also works without them. */

const work = document.querySelector('.work');
const panel = /** @type {HTMLDetailsElement | null} */ (document.querySelector('#reject, #prize'));
const reason = /** @type {HTMLTextAreaElement | null} */ (document.querySelector('#reject textarea'));
const small = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll('.small button')]);
let at = 0;

/** @param {number} index */
function show(index) {
  const shown = /** @type {HTMLImageElement | null} */ (document.querySelector('.large img'));
  at = (index + small.length) % small.length;
  for (const [place, button] of small.entries()) button.setAttribute('aria-pressed', String(place === at));
  const chosen = small[at];
  if (!shown || !chosen) return;
  shown.src = chosen.dataset['picture'] ?? '';
  shown.alt = chosen.querySelector('img')?.alt ?? '';
  chosen.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

for (const [index, button] of small.entries()) button.addEventListener('click', () => show(index));

const large = document.querySelector('.large');
large?.addEventListener('click', () =>
  large.setAttribute('aria-pressed', String(large.getAttribute('aria-pressed') !== 'true')),
);

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('[data-reason]'))) {
  button.addEventListener('click', () => {
    if (!reason) return;
    reason.value = button.dataset['reason'] ?? '';
    reason.focus();
  });
}

panel?.addEventListener('toggle', () => {
  const field = /** @type {HTMLElement | null} */ (
    panel.querySelector('textarea, :checked') ?? panel.querySelector('input:enabled:not([type=hidden])')
  );
  if (panel.open) field?.focus();
});

/** One decision per page. */
work?.addEventListener('submit', (event) => {
  if (work.classList.contains('sent')) event.preventDefault();
  work.classList.add('sent');
});

/** The last decision can be undone for some seconds. */
const undo = /** @type {HTMLFormElement | null} */ (document.querySelector('.undo'));
if (undo) setTimeout(() => undo.remove(), Number(undo.dataset['left']));

addEventListener('keydown', (event) => {
  const { key, target, ctrlKey } = event;
  if (event.isComposing || event.metaKey || event.altKey) return;
  if (key === 'Enter' && ctrlKey && panel?.open) return panel.querySelector('form')?.requestSubmit();
  if (key === 'Escape' && panel?.open) {
    panel.open = false;
    return panel.querySelector('summary')?.focus();
  }
  const isRadio = target instanceof HTMLInputElement && target.type === 'radio';
  const isTyping = target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !isRadio);
  if (ctrlKey || event.repeat || isTyping) return;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    // Arrow keys choose a prize while one has focus.
    if (!isRadio && small.length > 0) show(key === 'ArrowLeft' ? at - 1 : at + 1);
    return;
  }
  const elements = /** @type {HTMLElement[]} */ ([
    ...document.querySelectorAll(`[aria-keyshortcuts="${CSS.escape(key.toLowerCase())}"]`),
  ]);
  // The work's own shortcut goes before that of the message above it; what is in a closed panel has none.
  const element = elements.findLast((each) => each.matches('summary') || !each.closest('details:not([open])'));
  if (!element || (element.matches('summary') && panel?.open)) return;
  event.preventDefault();
  element.focus();
  element.click();
});
