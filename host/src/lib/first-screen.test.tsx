// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createFirstScreen,
  FirstScreenContext,
  FirstScreenEnd,
  firstScreenStands,
  type Untruth,
} from './first-screen.ts';
import { copy } from '../copy.ts';

const header = '<header><button data-action="host.back">返回</button></header>';
const shell = `<main><div data-shell="/draw"><h1>幸运大转盘</h1>
  <button data-action="draw.start">开始抽奖</button><button data-action="draw.copy" data-activation="">复制</button>
  <a href="/prize">我的奖品</a></div></main>`;

let root: HTMLElement;
beforeEach(() => {
  vi.useFakeTimers();
  document.head.innerHTML = '<style>#first-screen{color:red}</style>';
  document.body.innerHTML = `<div id="first-screen">${header}${shell}</div><div id="root"></div>`;
  root = document.getElementById('root') ?? document.body;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  document.head.replaceChildren();
  document.body.replaceChildren();
});

const inMarkup = (selector: string) => document.querySelector<HTMLElement>(`#first-screen ${selector}`);
/** As `early-start.ts` notes it. */
const tapped = (action: string) => inMarkup(`[data-action="${action}"]`)?.setAttribute('data-pressed', '');

function begin() {
  const toast = vi.fn();
  const firstScreen = createFirstScreen(root, toast);
  const pressed: string[] = [];
  root.addEventListener('click', ({ target }) => {
    if (target instanceof Element) pressed.push(target.getAttribute('data-action') ?? target.localName);
  });
  const told: Untruth[] = [];
  /** The screen, as React mounts it. */
  const mount = async (markup = shell, tell: ((untruth: Untruth) => void) | null = (each) => void told.push(each)) => {
    render(
      <FirstScreenContext value={firstScreen}>
        <div dangerouslySetInnerHTML={{ __html: header + markup.replace(' data-shell="/draw"', '') }} />
        {tell === null ? <FirstScreenEnd /> : <FirstScreenEnd tell={tell} />}
      </FirstScreenContext>,
      { container: root },
    );
    await act(() => vi.advanceTimersByTimeAsync(0));
  };
  return { firstScreen, toast, pressed, told, mount };
}

describe('the markup that a page came with', () => {
  it('stands until the screen is mounted, and goes with its styles in the same task', async () => {
    const { mount, told } = begin();
    expect(firstScreenStands()).toBe(true);
    const mounted = mount();
    expect([firstScreenStands(), document.querySelector('style')]).toEqual([false, null]);
    await mounted;
    expect(told).toEqual([]);
  });

  it('goes when another visit begins', () => {
    const { firstScreen } = begin();
    firstScreen.drop();
    expect(firstScreenStands()).toBe(false);
  });

  it('hands its focus to what has the same name, address or place', async () => {
    for (const selector of ['[data-action="draw.start"]', 'a']) {
      document.body.append(root);
      root.replaceChildren();
      root.insertAdjacentHTML('beforebegin', `<div id="first-screen">${header}${shell}</div>`);
      inMarkup(selector)?.focus();
      const { mount } = begin();
      await mount();
      expect(document.activeElement).toBe(root.querySelector(selector));
      cleanup();
    }
  });

  it.each([
    ['a button that it had is missing', shell.replace(/<button data-action="draw.start".*?<\/button>/, '')],
    ['it has another heading', shell.replace('<h1>', '<h1>近期</h1><h1>')],
  ])('tells once that the screen is otherwise: %s', async (_, live) => {
    const { mount, told } = begin();
    await mount(live);
    expect(told).toEqual(['moved']);
  });

  it.each([
    ['moves', 40, 150, 44, ['moved']],
    ['stays', 40, 100, 44, []],
    ['moves below a place for data that has grown', 90, 150, 44, []],
    ["moves by the app's status bar", 40, 103, 47, []],
  ])('tells of what %s', async (_, height, top, headerHeight, expected) => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      if (this.localName === 'header') return new DOMRect(0, 0, 10, root.contains(this) ? headerHeight : 44);
      const [y, high] = (this.getAttribute('data-box') ?? '0 0').split(' ').map(Number);
      return new DOMRect(0, y, 10, high);
    });
    const withBoxes = (live: number, link: number) =>
      shell.replace('<a', `<p data-live="" data-box="60 ${live}"></p><a data-box="${link} 20"`);
    const markup = document.querySelector('#first-screen');
    if (markup) markup.innerHTML = header + withBoxes(40, 100);
    const { mount, told } = begin();
    await mount(withBoxes(height, top));
    expect(told).toEqual(expected);
  });

  it('tells nothing of places that are the data’s', async () => {
    const { mount, told } = begin();
    await mount(shell.replace('<a', '<p data-live=""><a href="/works">作品</a></p><a'));
    expect(told).toEqual([]);
  });
});

describe('a tap on the markup', () => {
  it('is carried out once, on the button of the same name', async () => {
    tapped('draw.start');
    const { mount, pressed } = begin();
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(pressed).toEqual([]);
    await mount();
    root.querySelector<HTMLElement>('[data-action="draw.start"]')?.click(); // of a double tap
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(pressed).toEqual(['draw.start']);
  });

  it('waits until the button can be pressed', async () => {
    tapped('draw.start');
    const { mount, pressed } = begin();
    await mount(shell.replace('data-action="draw.start"', 'data-action="draw.start" aria-disabled="true"'));
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(pressed).toEqual([]);
    root.querySelector('[data-action="draw.start"]')?.removeAttribute('aria-disabled');
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(pressed).toEqual(['draw.start']);
  });

  it('that no button ever answers is named, and told', async () => {
    tapped('draw.start');
    const { mount, pressed, toast, told } = begin();
    await mount(shell.replace('draw.start', 'draw.other'));
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect([pressed, toast.mock.calls, told]).toEqual([[], [['操作失败，请稍后再试']], ['moved', 'missing']]);
  });

  it('of a screen ends with the page that stands there in its place', async () => {
    tapped('draw.start');
    const { mount, toast } = begin();
    await mount('<main><h1>页面加载失败</h1></main>', null);
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(toast).not.toHaveBeenCalled();
  });

  it('that needs the tap itself asks for another', async () => {
    tapped('draw.copy');
    const { mount, pressed, toast } = begin();
    await mount();
    expect([pressed, toast.mock.calls]).toEqual([[], [[copy['host.again.toast']]]]);
    expect(document.activeElement).toBe(root.querySelector('[data-action="draw.copy"]'));
  });

  it('on the header is carried out before the screen is there, again and again', async () => {
    const { pressed } = begin();
    root.innerHTML = header;
    for (const times of [1, 2]) {
      tapped('host.back');
      await vi.advanceTimersByTimeAsync(1_000);
      expect(pressed).toHaveLength(times);
    }
    expect([inMarkup('[data-pressed]'), firstScreenStands()]).toEqual([null, true]);
  });
});
