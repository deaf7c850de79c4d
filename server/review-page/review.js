// @ts-check
/** Shortcuts and pictures; the page also works without them. */

/** A second press or click so soon was meant for the page before. */
const DOUBLE_PRESS_MS = 500;

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
    if (reason) reason.value = button.dataset['reason'] ?? '';
    checkReason();
  });
}

/** As the server does; it may be empty. */
function checkReason() {
  if (!reason) return;
  const { words = '', unclear = '' } = reason.dataset;
  reason.setCustomValidity(reason.value === '' || new RegExp(words, 'u').test(reason.value) ? '' : unclear);
}
reason?.addEventListener('input', checkReason);

// A text field gets no focus by itself: shortcuts would be typed into it.
panel?.addEventListener('toggle', () => {
  const choice = /** @type {HTMLElement | null} */ (
    panel.querySelector(':checked') ?? panel.querySelector('[data-reason], input:enabled:not([type=hidden])')
  );
  if (panel.open && !panel.querySelector('form')?.contains(document.activeElement)) choice?.focus();
});

/** One request per page; a work is decided on once it can have been seen. */
const { classList } = document.body;
setTimeout(() => classList.remove('arriving'), DOUBLE_PRESS_MS);
addEventListener('submit', (event) => {
  const { target } = event;
  const isEarly = classList.contains('arriving') && target instanceof Node && work?.contains(target);
  if (isEarly || classList.contains('leaving')) event.preventDefault();
  else classList.add('leaving');
});
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload(); // shown again as it was left
});

/** The last decision can be undone for some seconds. */
const undo = /** @type {HTMLFormElement | null} */ (document.querySelector('.undo'));
if (undo) setTimeout(() => undo.remove(), Number(undo.dataset['left']));

addEventListener('keydown', (event) => {
  const { key, target, ctrlKey } = event;
  if (event.repeat || event.isComposing || event.metaKey || event.altKey || event.shiftKey) return;
  if (classList.contains('leaving')) return;
  if (key === 'Enter' && ctrlKey && panel?.open) {
    event.preventDefault();
    return panel.querySelector('form')?.requestSubmit();
  }
  if (key === 'Escape' && panel?.open) {
    panel.open = false;
    return panel.querySelector('summary')?.focus();
  }
  const isRadio = target instanceof HTMLInputElement && target.type === 'radio';
  const isTyping = target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !isRadio);
  if (ctrlKey || isTyping) return;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    // Arrow keys choose a prize while one has focus.
    if (!isRadio && small.length > 0) show(key === 'ArrowLeft' ? at - 1 : at + 1);
    return;
  }
  // While a panel is open, only what is in it has shortcuts.
  const scope = panel?.open ? panel : document;
  const elements = /** @type {HTMLElement[]} */ ([
    ...scope.querySelectorAll(`[aria-keyshortcuts="${CSS.escape(key.toLowerCase())}"]`),
  ]);
  // The work's own shortcut goes before that of the message above it; what is in a closed panel has none.
  const element = elements.findLast((each) => each.matches('summary') || !each.closest('details:not([open])'));
  if (!element || (element.matches('summary') && panel?.open)) return;
  event.preventDefault();
  if (element instanceof HTMLAnchorElement) classList.add('leaving');
  element.focus();
  element.click();
});
