import { fault, type VisitRule } from '../rule.ts';

/** Least size of what a finger presses, CSS px. */
const LEAST_TARGET_PX = 44;

/** What is pressed is as large as a finger. */
export const targets: VisitRule = async ({ page }) => {
  const small = (await page.look(findSmallTargets, LEAST_TARGET_PX)) ?? [];
  return small.length === 0
    ? []
    : [
        fault(
          'targets',
          `a finger needs ${LEAST_TARGET_PX} by ${LEAST_TARGET_PX} px, and these are smaller: ${small.join(', ')}`,
          'Give it padding, or a ::before that reaches beyond its edges.',
        ),
      ];
};

/** In the page: what a finger can't meet; a press `least` px wide around its middle goes elsewhere. */
function findSmallTargets(least: number): string[] {
  const selector =
    'a[href], button, select, textarea, input:not([type=hidden]), summary, [role=button], [role=link], [role=tab], [role=checkbox], [role=radio], [role=switch]';
  const scroll = { x: window.scrollX, y: window.scrollY };
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- nothing outside of a function exists in the page
  const lengthOf = (text: string | null | undefined) => text?.trim().length ?? 0;
  const isSmall = (element: HTMLElement): boolean => {
    const shown = element.closest('label') ?? (element as HTMLInputElement).labels?.[0] ?? element;
    const boxes = [element.getBoundingClientRect(), shown.getBoundingClientRect()];
    const { visibility, display } = getComputedStyle(element);
    const isHidden = visibility === 'hidden' || element.closest('[inert], [aria-hidden=true]') !== null;
    if (isHidden || boxes.every(({ width, height }) => width < 2 || height < 2)) return false;
    if (boxes.some(({ width, height }) => width >= least - 0.5 && height >= least - 0.5)) return false;
    // In a running text a link is as high as its line (WCAG 2.5.8).
    const isInText = lengthOf(element.parentElement?.textContent) > lengthOf(element.textContent);
    if (element.tagName === 'A' && display === 'inline' && isInText) return false;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const half = least / 2 - 1;
    const [x, y] = [left + width / 2, top + height / 2];
    const edges = [
      [x - half, y],
      [x + half, y],
      [x, y - half],
      [x, y + half],
    ] as const;
    return edges.some((point) => {
      const hit = document.elementFromPoint(...point);
      return hit !== null && !element.contains(hit) && !shown.contains(hit);
    });
  };
  const small = [...document.querySelectorAll<HTMLElement>(`#main :is(${selector})`)].filter(isSmall);
  const names = small.map((element) => {
    const { width, height } = element.getBoundingClientRect();
    const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 20);
    return `${element.tagName.toLowerCase()} "${name}" (${Math.round(width)} by ${Math.round(height)})`;
  });
  window.scrollTo(scroll.x, scroll.y);
  return [...new Set(names)].slice(0, 8);
}
