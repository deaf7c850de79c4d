import { createContext, useContext, useInsertionEffect, useLayoutEffect } from 'react';
import { commonCopy } from '@fridge/shared-contracts';
import {
  ACTION_ATTRIBUTE,
  ACTIVATION_ATTRIBUTE,
  FIRST_SCREEN_ID,
  LIVE_ATTRIBUTE,
  PRESSED_ATTRIBUTE,
  SHELL_ATTRIBUTE,
} from '@fridge/shared-contracts/page';
import { copy } from '../copy.ts';

/** From the change on; until then pages that failed tell the user. */
const TAP_LIMIT_MS = 10_000;
/** The second click of a double tap comes within this time. */
const DOUBLE_TAP_MS = 500;
/** After a press that began on the markup the browser clicks within this time, if it does. */
const CLICK_WITHIN_MS = 100;
/** Pixels that a screen may differ from its markup by. */
const TOLERANCE = 1;

type Tap = { action: string; needsActivation: boolean };

/** `missing`: the button of a tap. */
export type Untruth = 'moved' | 'missing';

/** What the markup leaves to the live page. */
type Leaving = {
  top: number;
  places: Places | null;
  starts: ReturnType<typeof animationStarts>;
  focused: Focused | null;
  pressed: Tap | null;
};

export type FirstScreen = ReturnType<typeof createFirstScreen>;

const findMarkup = () => document.getElementById(FIRST_SCREEN_ID);

const pressed = () => findMarkup()?.querySelector(`[${PRESSED_ATTRIBUTE}]`);

/** Whether the page still shows what it came with. */
export const firstScreenStands = (): boolean => findMarkup() !== null;

/**
 * The markup that the page came with (`FIRST_SCREEN_ID`), in front of the root: React draws behind it until something
 * takes its place.
 */
export function createFirstScreen(root: Element, toast: (text: string) => void) {
  /** Of the markup that is gone. */
  let left: Tap | null = null;
  let leaving: Leaving | null = null;
  let limit: ReturnType<typeof setTimeout> | undefined;
  let isScheduled = false;

  /** Also behind the markup: the header is live before the screen. */
  const liveButton = ({ action }: Tap) =>
    [...root.querySelectorAll<HTMLElement>(`[${ACTION_ATTRIBUTE}="${CSS.escape(action)}"]`)].find(
      (button) => button.closest('[inert]') === null,
    );
  const forget = () => {
    left = null;
    clearTimeout(limit);
    observer.disconnect();
  };
  const carryOut = () => {
    isScheduled = false;
    const tap = left ?? tapOf(pressed());
    const button = tap && liveButton(tap);
    if (!tap || !button || button.matches(':disabled, [aria-disabled="true"]')) return;
    for (const name of ['aria-busy', PRESSED_ATTRIBUTE]) pressed()?.removeAttribute(name);
    if (left) forget();
    if (!tap.needsActivation) return clickOnce(button);
    button.focus({ preventScroll: true });
    toast(copy['host.again.toast']);
  };
  /** After everything that the change itself does. */
  const schedule = () => {
    if (!isScheduled) setTimeout(carryOut);
    isScheduled = true;
  };
  const observer = new MutationObserver(schedule);
  for (const part of [root, findMarkup()])
    if (part && firstScreenStands())
      observer.observe(part, {
        subtree: true,
        childList: true,
        attributeFilter: ['disabled', 'aria-disabled', 'inert', ACTION_ATTRIBUTE, PRESSED_ATTRIBUTE],
      });
  schedule();

  return {
    /** Another visit begins: what was shown and tapped is of the past. */
    drop() {
      findMarkup()?.remove();
      forget();
    },
    /** In the frame in which the live page is mounted, before its elements are in the document: one layout for both. */
    leave() {
      const markup = findMarkup();
      if (markup === null) return;
      leaving = {
        top: window.scrollY,
        places: placesIn(markup, `[${SHELL_ATTRIBUTE}]`),
        starts: animationStarts(markup),
        focused: placeOf(markup, document.activeElement),
        pressed: tapOf(markup.querySelector(`[${ACTION_ATTRIBUTE}]:active`)),
      };
      left = tapOf(pressed());
      markup.remove();
      document.head.querySelector('style')?.remove();
    },
    /**
     * In the same frame, before the live page's effects.
     * @param tell of a screen: what its release's markup promised in vain
     */
    replace(tell?: (untruth: Untruth) => void) {
      const before = leaving;
      if (before === null) return;
      leaving = null;
      // Before the paint, after the updates of the header that this commit brings.
      queueMicrotask(() => {
        continueAnimations(root, before.starts);
        if (window.scrollY !== before.top) window.scrollTo(0, before.top);
        if (before.focused) liveTwin(root, before.focused)?.focus({ preventScroll: true });
        if (before.pressed) finishPress(before.pressed, liveButton);
        if (tell && hasMoved(before.places, placesIn(root, 'main'))) tell('moved');
        if (left === null || (tell === undefined && liveButton(left) === undefined)) return forget();
        limit = setTimeout(() => {
          forget();
          toast(commonCopy['common.fallback.toast']);
          tell?.('missing');
        }, TAP_LIMIT_MS);
        schedule();
      });
    },
  };
}

export const FirstScreenContext = createContext<FirstScreen | null>(null);

/** Stands after what takes the markup's place. */
export function FirstScreenEnd({ tell }: { tell?: (untruth: Untruth) => void }): null {
  const firstScreen = useContext(FirstScreenContext);
  useInsertionEffect(() => firstScreen?.leave());
  useLayoutEffect(() => firstScreen?.replace(tell));
  return null;
}

function tapOf(button: Element | null | undefined): Tap | null {
  const action = button?.getAttribute(ACTION_ATTRIBUTE) ?? null;
  return action === null ? null : { action, needsActivation: button?.hasAttribute(ACTIVATION_ATTRIBUTE) === true };
}

/** The user's own second click is of the same tap. */
function clickOnce(button: HTMLElement): void {
  button.click();
  const ignore = (event: Event) => {
    if (event.target instanceof Node && button.contains(event.target)) event.stopImmediatePropagation();
  };
  window.addEventListener('click', ignore, true);
  setTimeout(() => window.removeEventListener('click', ignore, true), DOUBLE_TAP_MS);
}

/** A press begun on the markup ends on the screen: a mouse then clicks neither, a touch the screen's. */
function finishPress(tap: Tap, liveButton: (tap: Tap) => HTMLElement | undefined): void {
  const ending = new AbortController();
  const options = { capture: true, signal: ending.signal };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const finish = (event: Event) => {
    const button = liveButton(tap);
    const end = event instanceof MouseEvent ? document.elementFromPoint(event.clientX, event.clientY) : event.target;
    if (!button || !(end instanceof Node) || !button.contains(end)) return ending.abort();
    timer = setTimeout(() => {
      ending.abort();
      if (!tap.needsActivation) clickOnce(button);
    }, CLICK_WITHIN_MS);
  };
  window.addEventListener('pointerup', finish, options);
  window.addEventListener('keyup', finish, options);
  window.addEventListener('pointercancel', () => ending.abort(), options);
  window.addEventListener(
    'click',
    ({ target }) => {
      if (!(target instanceof Node) || !liveButton(tap)?.contains(target)) return;
      clearTimeout(timer);
      ending.abort();
    },
    options,
  );
}

type Place = { name: string; left: number; top: number };
/**
 * `fixed`: headings, buttons and links that have to be the same; `live`: heights of places for data, but those in
 * drawings; `header`: its height.
 */
type Places = { fixed: Place[]; live: number[]; header: number };

/** @param screenSelector of the screen, which stands beside the header */
function placesIn(page: Element, screenSelector: string): Places | null {
  const screen = page.querySelector(screenSelector);
  if (screen === null) return null;
  const outsideLive = (selector: string) =>
    [...screen.querySelectorAll(selector)].filter(
      ({ parentElement }) => (parentElement?.closest(`[${LIVE_ATTRIBUTE}]`) ?? null) === null,
    );
  return {
    fixed: outsideLive(`h1, h2, h3, [${ACTION_ATTRIBUTE}], a[href]`).map((part) => {
      const { left, top } = part.getBoundingClientRect();
      return { name: part.getAttribute(ACTION_ATTRIBUTE) ?? part.localName, left, top };
    }),
    live: outsideLive(`[${LIVE_ATTRIBUTE}]`).flatMap((part) =>
      part instanceof HTMLElement ? part.getBoundingClientRect().height : [],
    ),
    header: page.querySelector('header')?.getBoundingClientRect().height ?? 0,
  };
}

const differ = (one: number, other = Number.NaN): boolean => !(Math.abs(one - other) <= TOLERANCE);

/** Where a place for data changes its size, or the app its status bar, what stands around it may move. */
function hasMoved(before: Places | null, after: Places | null): boolean {
  if (before === null || after === null) return false;
  const namesOf = ({ fixed }: Places) => fixed.map(({ name }) => name).join();
  if (namesOf(before) !== namesOf(after)) return true;
  if (differ(before.header, after.header) || before.live.some((height, at) => differ(height, after.live[at])))
    return false;
  return before.fixed.some(
    ({ left, top }, at) => differ(left, after.fixed[at]?.left) || differ(top, after.fixed[at]?.top),
  );
}

const animationsIn = (element: Element) =>
  ('getAnimations' in element ? element.getAnimations({ subtree: true }) : []).flatMap((animation) =>
    'animationName' in animation ? [{ animation, name: String(animation.animationName) }] : [],
  );

/** By name, in the order of the elements. */
function animationStarts(markup: Element): Map<string, Animation['startTime'][]> {
  const starts = new Map<string, Animation['startTime'][]>();
  for (const { animation, name } of animationsIn(markup))
    starts.set(name, [...(starts.get(name) ?? []), animation.startTime]);
  return starts;
}

/** What the markup has told isn't told again. */
function continueAnimations(root: Element, starts: ReturnType<typeof animationStarts>): void {
  for (const { animation, name } of animationsIn(root)) {
    const start = starts.get(name)?.shift();
    if (start != null) animation.startTime = start;
    else if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  }
}

type Focused = { element: Element; index: number };

function placeOf(markup: Element, element: Element | null): Focused | null {
  if (element === null || !markup.contains(element)) return null;
  return { element, index: [...markup.querySelectorAll(element.localName)].indexOf(element) };
}

function liveTwin(root: Element, { element, index }: Focused): HTMLElement | undefined {
  const all = [...root.querySelectorAll<HTMLElement>(element.localName)];
  const action = element.getAttribute(ACTION_ATTRIBUTE);
  const isTwin = (live: HTMLElement) => {
    if (action !== null) return live.getAttribute(ACTION_ATTRIBUTE) === action;
    if (element.id !== '') return live.id === element.id;
    return (
      live instanceof HTMLAnchorElement && element instanceof HTMLAnchorElement && live.pathname === element.pathname
    );
  };
  return all.find(isTwin) ?? all[index];
}
