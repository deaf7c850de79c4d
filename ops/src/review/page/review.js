// @ts-check
/** Keys and pictures of the review page. Everything it does can be done with the page's own buttons and forms. */

const work = document.querySelector('.work');
if (work) {
  const large = /** @type {HTMLButtonElement} */ (work.querySelector('.large'));
  const shown = /** @type {HTMLImageElement} */ (large.querySelector('img'));
  const small = /** @type {HTMLButtonElement[]} */ ([...work.querySelectorAll('.small button')]);
  const panel = /** @type {HTMLDetailsElement} */ (work.querySelector('#reject'));
  const reason = /** @type {HTMLTextAreaElement} */ (panel.querySelector('textarea'));
  const templates = /** @type {HTMLButtonElement[]} */ ([...panel.querySelectorAll('[data-reason]')]);
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
    reason.value = templates[index]?.dataset['reason'] ?? reason.value;
    reason.focus();
  };
  /** @param {string} rel */
  const go = (rel) => /** @type {HTMLAnchorElement | null} */ (work.querySelector(`a[rel=${rel}]`))?.click();
  /** One decision per page, however often the key is pressed. @param {HTMLFormElement | null} form */
  const send = (form) => {
    if (!form || work.classList.contains('sent')) return;
    work.classList.add('sent');
    form.requestSubmit();
  };

  for (const [index, button] of small.entries()) button.addEventListener('click', () => show(index));
  large.addEventListener('click', zoom);
  for (const [index, button] of templates.entries()) button.addEventListener('click', () => choose(index));
  panel.addEventListener('toggle', () => panel.open && reason.focus());

  addEventListener('keydown', (event) => {
    if (event.isComposing || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && event.ctrlKey && panel.open) return send(panel.querySelector('form'));
    if (event.key === 'Escape' && panel.open) {
      panel.open = false;
      /** @type {HTMLElement | null} */ (panel.querySelector('summary'))?.focus();
      return;
    }
    if (event.ctrlKey || event.repeat || event.target === reason) return;
    const act = {
      a: () => send(work.querySelector('#approve')),
      r: () => (panel.open = true),
      1: () => panel.open && choose(0),
      2: () => panel.open && choose(1),
      3: () => panel.open && choose(2),
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
