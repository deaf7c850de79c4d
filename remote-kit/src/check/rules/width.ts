import { finishAnimations } from '../watch/look-at-page.ts';
import { comeAgain } from './again.ts';
import { type Fault, fault, type Visit, type VisitRule } from '../rule.ts';

/** Nothing scrolls sideways. */
export const width: VisitRule = async (visit) =>
  judge(visit, '', 'Let it wrap or shrink (min-width: 0, overflow-wrap: anywhere).');

/** Not with texts of 200 % either, on a screen that is opened again. */
export const widthOfDoubledTexts: VisitRule = async (visit) => {
  const { page } = visit;
  if (!(await comeAgain(visit)) || (await page.look(findTooWide, null)) != null) return [];
  await page.look(finishAnimations, null);
  await page.look(doubleTexts, null);
  const todo = 'Let texts wrap (overflow-wrap: anywhere), and give no fixed widths to what holds text.';
  return judge(visit, ' with text of 200 %', todo);
};

async function judge({ plan, page }: Visit, how: string, todo: string): Promise<Fault[]> {
  const wide = await page.look(findTooWide, null);
  if (wide == null) return [];
  const names = wide.join(', ') || 'something';
  const what = `at ${plan.size.width} px${how} the page scrolls sideways: ${names} reaches beyond the edge`;
  return [fault('width', what, todo)];
}

/** In the page: elements that reach beyond its right edge, the innermost first; `null`: nothing is too wide. */
function findTooWide(): string[] | null {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return null;
  const wide = [...document.querySelectorAll('#main *')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 1,
  );
  const innermost = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)));
  const names = innermost.map(({ tagName, classList }) => [tagName.toLowerCase(), ...classList].join('.'));
  return [...new Set(names)].slice(0, 5);
}

/** In the page: what a web view's text zoom of 200 % does. */
function doubleTexts(): void {
  const texts = [...document.querySelectorAll<HTMLElement>('body, body *')];
  const before = texts.map((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  texts.forEach(({ style }, index) => {
    style.fontSize = `${2 * (before[index] ?? 0)}px`;
  });
}
