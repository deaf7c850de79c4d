/** The dialog opened last, else the body. Everything else of the page is inert: no focus, no announcements. */
export const topLayer = (document: Document): Element =>
  [...document.querySelectorAll('dialog[open]')].pop() ?? document.body;
