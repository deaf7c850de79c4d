// Each runs in the page, by `inPage`.
// oxlint-disable unicorn/consistent-function-scoping -- nothing outside of a function exists in the page

/** CSS px of the page. */
export type Rectangle = { x: number; y: number; width: number; height: number };

/**
 * An element that is drawn. `name`: for people; `key`: tag and own text, by which it is known again; `holdsLive`:
 * something in it may be drawn otherwise, and change its size.
 */
export type Place = Rectangle & { name: string; key: string; holdsLive: boolean };

/**
 * A shell and its screen in a window of one size.
 * - `shell`: the whole of the markup
 * - `markup`: its elements outside of `data-live`
 * - `live`: texts, pictures and bare boxes in it
 * - `screen`: all elements of the screen
 */
export type ShellLook = {
  window: { width: number; height: number };
  shell: Rectangle;
  markup: Place[];
  live: Place[];
  screen: Place[];
};

/**
 * Draws the screen and then, in its place, what the page at this address shows first, with its pictures and with its
 * first styles alone. Nothing moves by itself.
 * @returns `null`: the page brings no shell; `undefined`: there is no screen
 */
export async function lookAtShell([address, firstScreenId, shellAttribute]: readonly [
  address: string,
  firstScreenId: string,
  shellAttribute: string,
]): Promise<ShellLook | null | undefined> {
  const nameOf = ({ tagName, classList }: Element, text: string): string =>
    [tagName.toLowerCase(), ...(text === '' ? classList : [])].join('.') + (text && ` "${text.slice(0, 20)}"`);
  const textOf = ({ childNodes }: Element): string =>
    [...childNodes]
      .map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : ''))
      .join('')
      .trim();
  const rectangleOf = (element: Element): Rectangle => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  };
  const isSeen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && getComputedStyle(element).visibility === 'visible';
  };
  const placeOf = (element: Element): Place => {
    const text = textOf(element);
    const holdsLive = element.querySelector('[data-live]') !== null;
    return { ...rectangleOf(element), name: nameOf(element, text), key: `${element.tagName} ${text}`, holdsLive };
  };
  const isLive = (element: Element): boolean => element.closest('[data-live]') !== null;
  const isInnermost = (element: Element): boolean =>
    element instanceof SVGElement || textOf(element) !== '' || ![...element.children].some(isSeen);
  /** A picture's parts have no place of their own. */
  const elementsIn = (root: Element): Element[] =>
    [...root.querySelectorAll('*')].filter((each) => isSeen(each) && each.parentElement?.closest('svg') == null);

  /** The page's policy takes no style element. */
  const sheetOf = (css: string): CSSStyleSheet => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  };
  const hide = ({ style }: HTMLElement) => style.setProperty('display', 'none', 'important');

  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html');
  const first = page.getElementById(firstScreenId);
  const shell = first?.querySelector(`[${shellAttribute}]`);
  if (first == null || shell == null) return null;
  const root = document.querySelector<HTMLElement>('#root');
  const main = document.querySelector('#root main');
  if (root === null || main === null) return undefined;

  hide(first);
  const pictures = [...first.querySelectorAll('img')];
  for (const picture of pictures) picture.loading = 'eager';
  document.body.append(first);
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
  await new Promise((resolve) => setTimeout(resolve, 150)); // what a screen does about another size
  const still = sheetOf('*, ::before, ::after { animation: none !important; transition: none !important }');
  const firstStyles = sheetOf([...page.querySelectorAll('style')].map((style) => style.textContent).join('\n'));
  const sheets = [...document.styleSheets].filter(({ disabled }) => !disabled);
  const adopted = document.adoptedStyleSheets;
  window.scrollTo(0, 0);
  document.adoptedStyleSheets = [...adopted, still];
  const screen = elementsIn(main).map(placeOf);

  hide(root);
  first.style.removeProperty('display');
  for (const sheet of sheets) sheet.disabled = true;
  document.adoptedStyleSheets = [firstStyles, still];
  const drawn = elementsIn(shell);
  const look: ShellLook = {
    window: { width: window.innerWidth, height: window.innerHeight },
    shell: rectangleOf(shell),
    markup: drawn.filter((each) => !isLive(each)).map(placeOf),
    live: drawn.filter((each) => isLive(each) && isInnermost(each)).map(placeOf),
    screen,
  };
  for (const sheet of sheets) sheet.disabled = false;
  document.adoptedStyleSheets = adopted;
  first.remove();
  root.style.removeProperty('display');
  return look;
}
