// @ts-check
/** Shortcuts and pictures; the page also works without them. */

const work = document.querySelector('.work');
if (work) {
  const large = /** @type {HTMLButtonElement} */ (work.querySelector('.large'));
  const shown = /** @type {HTMLImageElement} */ (large.querySelector('img'));
  const small = /** @type {HTMLButtonElement[]} */ ([...work.querySelectorAll('.small button')]);
  const panel = /** @type {HTMLDetailsElement | null} */ (work.querySelector('#reject, #prize'));
  const reason = /** @type {HTMLTextAreaElement | null} */ (work.querySelector('#reject textarea'));
  const templates = /** @type {HTMLButtonElement[]} */ ([...work.querySelectorAll('[data-reason]')]);
  const prizes = /** @type {HTMLInputElement[]} */ ([...work.querySelectorAll('#prize [name=level]')]);
  let at = 0;

  /** @param {number} index */
  const show = (index) => {
    at = (index + small.length) % small.length;
    for (const [place, button] of small.entries()) button.setAttribute('aria-pressed', String(place === at));
    const chosen = small[at];
    shown.src = chosen?.dataset['picture'] ?? '';
    shown.alt = chosen?.querySelector('img')?.alt ?? '';
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const zoom = () => {
    const on = large.getAttribute('aria-pressed') !== 'true';
    large.setAttribute('aria-pressed', String(on));
  };
  /** @param {number} index */
  const choose = (index) => {
    const prize = prizes[index];
    if (prize && !prize.disabled) {
      prize.checked = true;
      prize.focus();
    }
    if (!reason) return;
    reason.value = templates[index]?.dataset['reason'] ?? reason.value;
    reason.focus();
  };
  /** @param {string} rel */
  const go = (rel) => /** @type {HTMLAnchorElement | null} */ (work.querySelector(`a[rel=${rel}]`))?.click();
  /** Sends one decision per page. @param {HTMLFormElement | null} form */
  const send = (form) => {
    if (!form || work.classList.contains('sent') || !form.reportValidity()) return;
    work.classList.add('sent');
    form.requestSubmit();
  };

  for (const [index, button] of small.entries()) button.addEventListener('click', () => show(index));
  large.addEventListener('click', zoom);
  for (const [index, button] of templates.entries()) button.addEventListener('click', () => choose(index));
  panel?.addEventListener('toggle', () => panel.open && (reason ?? prizes.find(({ checked }) => checked) ?? prizes.find(({ disabled }) => !disabled))?.focus());

  addEventListener('keydown', (event) => {
    if (event.isComposing || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && event.ctrlKey && panel?.open) return send(panel.querySelector('form'));
    if (event.key === 'Escape' && panel?.open) {
      panel.open = false;
      /** @type {HTMLElement | null} */ (panel.querySelector('summary'))?.focus();
      return;
    }
    if (event.ctrlKey || event.repeat || (reason && event.target === reason)) return;
    // Arrow keys choose a prize while one has focus.
    if (event.key.startsWith('Arrow') && event.target instanceof HTMLInputElement) return;
    const digit = /^[1-6]$/.test(event.key) ? Number(event.key) - 1 : null;
    if (digit !== null) return void (panel?.open && choose(digit));
    const act = {
      a: () => send(work.querySelector('#approve')),
      r: () => panel?.id === 'reject' && (panel.open = true),
      j: () => go('next'),
      k: () => go('prev'),
      z: zoom,
      ArrowLeft: () => show(at - 1),
      ArrowRight: () => show(at + 1),
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/** The last decision can be undone for some seconds. */
const undo = /** @type {HTMLFormElement | null} */ (document.querySelector('.undo'));
if (undo) setTimeout(() => undo.remove(), Number(undo.dataset['left']));

/** U undoes; P opens the prizes of this work, or of the one just approved. */
addEventListener('keydown', ({ key, target, isComposing, metaKey, altKey, ctrlKey, repeat }) => {
  const typing = target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'radio');
  if (typing || isComposing || metaKey || altKey || ctrlKey || repeat) return;
  if (key.toLowerCase() === 'u' && undo?.isConnected) undo.requestSubmit();
  if (key.toLowerCase() !== 'p') return;
  const prize = /** @type {HTMLDetailsElement | null} */ (document.querySelector('#prize'));
  if (prize) prize.open = true;
  else /** @type {HTMLAnchorElement | null} */ (document.querySelector('a[rel=prize]'))?.click();
});
