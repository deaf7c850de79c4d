// @vitest-environment happy-dom
import type { DialogContent } from '@fridge/shared-contracts';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createPageHistory } from '../history.ts';
import { createNavigation } from '../navigation.ts';
import { HeaderToneContext } from './dialog-frame.tsx';
import { ConfirmDialog, createDialogs, createVisitDialog } from './dialogs.tsx';
import { createToasts, LEAVE_MS, ToastRegion } from './toasts.tsx';
import { removePageListeners } from '../../lib/testing/page-listeners.ts';

removePageListeners();

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const question = {
  title: '确认删除作品吗？',
  description: '删除后无法恢复',
  confirm: '删除',
  cancel: '取消',
  danger: true,
} as const;

function showShell() {
  const dialogs = createDialogs();
  const toasts = createToasts();
  render(
    <>
      <button type="button">打开</button>
      <ToastRegion toasts={toasts} />
      <ConfirmDialog dialogs={dialogs} toasts={toasts} />
    </>,
  );
  return { dialogs, toasts };
}

function ask(content: DialogContent = question) {
  const shell = showShell();
  const held: { answer?: Promise<boolean> } = {};
  act(() => {
    held.answer = shell.dialogs.confirm(content);
  });
  return { ...shell, dialog: screen.getByRole('alertdialog'), answer: held.answer };
}

describe('a question', () => {
  it('is open at once, named by its title and described by its text', () => {
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
    const { dialog } = ask();
    expect(showModal).toHaveBeenCalledOnce();
    expect(screen.getByRole('alertdialog', { name: question.title })).toBe(dialog);
    const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe(question.description);
  });

  it.each([
    ['删除', true],
    ['取消', false],
  ])('answers %s with %j and is closed, though its words stay until it has left', async (label, confirmed) => {
    const { dialog, answer } = ask();
    const words = dialog.textContent;
    fireEvent.click(screen.getByRole('button', { name: label }));
    expect([dialog.hasAttribute('open'), dialog.textContent]).toEqual([false, words]);
    expect(await answer).toBe(confirmed);
    await waitFor(() => expect(document.querySelector('dialog')).toBeNull());
  });

  it.each([
    ["the header's tone if it is dark", undefined, '#7a0a1b'],
    ['a dark tone of its own', { background: '#0b1030', ink: '#f4f0ff' }, '#0b1030'],
    ["the skin's surface for a light one", { background: '#fff9ef', ink: '#3b2416' }, ''],
  ])('has %s', (_, tone, surface) => {
    const dialogs = createDialogs();
    render(
      <HeaderToneContext value={{ background: '#7a0a1b', ink: '#fff3dc' }}>
        <ConfirmDialog dialogs={dialogs} toasts={createToasts()} />
      </HeaderToneContext>,
    );
    act(() => void dialogs.confirm({ ...question, ...(tone && { tone }) }));
    const panel = document.querySelector<HTMLElement>('dialog > .panel');
    expect(panel?.style.getPropertyValue('--color-surface')).toBe(surface);
  });

  it('has one button without `cancel`', () => {
    ask({ title: '操作超时', confirm: '我知道了' });
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['打开', '我知道了']);
  });

  it.each([
    [
      'Escape or back on Android',
      (dialog: HTMLElement) => fireEvent(dialog, new Event('cancel', { cancelable: true })),
    ],
    ['being closed by the browser', (dialog: HTMLElement) => dialog instanceof HTMLDialogElement && dialog.close()],
    [
      'a press beside it',
      (dialog: HTMLElement) => fireEvent.click(within(dialog).getByRole('presentation', { hidden: true })),
    ],
  ])('takes %s for a no', async (_, leave) => {
    const { dialog, answer } = ask();
    act(() => void leave(dialog));
    expect(await answer).toBe(false);
  });

  it('stays where a press beside it begins or ends within it: the browser clicks what holds both', () => {
    const { dialog, dialogs } = ask();
    fireEvent.click(dialog);
    expect(dialogs.store.getState()).not.toBeNull();
  });

  it('stays where a file field inside it is cancelled', () => {
    const { dialog, dialogs } = ask();
    fireEvent(dialog.querySelector('h2') ?? dialog, new Event('cancel', { bubbles: true }));
    expect(dialogs.store.getState()).not.toBeNull();
  });
});

describe('a toast', () => {
  it('from before a dialog is dismissed when that opens; a later one is shown inside', () => {
    const { dialogs, toasts } = showShell();
    act(() => toasts.show('图片上传中，请稍候'));
    act(() => void dialogs.confirm(question));
    expect(toasts.store.getState()?.leaving).toBe(true);
    act(() => toasts.show('请先登录'));
    expect(screen.getByRole('alertdialog').contains(screen.getByText('请先登录'))).toBe(true);
  });

  it('stays in the same region when the dialog closes', async () => {
    const { toasts } = ask();
    const region = screen.getByRole('status');
    act(() => toasts.show('请先登录'));
    fireEvent.click(screen.getByRole('button', { name: '取消' }));
    expect([screen.getByRole('status'), region.closest('dialog'), region.textContent]).toEqual([
      region,
      null,
      '请先登录',
    ]);
  });

  it('is in the dialog that is left when a question over it closes', () => {
    const { dialogs, toasts } = showShell();
    const Dialog = createVisitDialog(
      toasts,
      createStore(() => false),
    );
    render(
      <Dialog open onClose={vi.fn()} title="标题">
        <p>题目</p>
      </Dialog>,
    );
    act(() => void dialogs.confirm(question));
    expect(screen.getByRole('status').closest('dialog')).toBe(screen.getByRole('alertdialog'));
    act(() => dialogs.dismissAll());
    expect(screen.getByRole('status').closest('dialog')).toBe(screen.getByRole('dialog'));
  });
});

describe("a remote's own dialog", () => {
  function visitDialog() {
    const toasts = createToasts();
    const ended = createStore(() => false);
    render(<ToastRegion toasts={toasts} />);
    return { Dialog: createVisitDialog(toasts, ended), toasts, ended };
  }

  it('draws the content with a close button that the deck names, and the focus on its title', () => {
    const { Dialog } = visitDialog();
    const onClose = vi.fn();
    render(
      <Dialog open onClose={onClose} title="电力知识问答">
        <p>题目</p>
      </Dialog>,
    );
    expect(screen.getByRole('dialog', { name: '电力知识问答' }).textContent).toContain('题目');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: '电力知识问答' }));
    fireEvent.click(screen.getByRole('button', { name: '关闭' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('keeps title and content while it leaves, whatever its owner draws by then', async () => {
    const { Dialog } = visitDialog();
    const dialogOf = (won: string | null) => (
      <Dialog open={won !== null} onClose={vi.fn()} title={won === null ? '谢谢参与' : '恭喜中奖'}>
        {won}
      </Dialog>
    );
    const { rerender } = render(dialogOf('一等奖'));
    rerender(dialogOf(null));
    expect(document.querySelector('dialog')?.textContent).toBe('恭喜中奖一等奖');
    await waitFor(() => expect(document.querySelector('dialog')).toBeNull());
    rerender(dialogOf('二等奖'));
    expect(screen.getByRole('dialog').textContent).toBe('恭喜中奖二等奖');
  });

  it('leaves the focus where the browser gives it back', () => {
    const { Dialog } = visitDialog();
    const page = (open: boolean) => (
      <>
        <button type="button">打开</button>
        <Dialog open={open} onClose={vi.fn()} title="标题">
          <p>题目</p>
        </Dialog>
      </>
    );
    const { rerender } = render(page(true));
    vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(() => screen.getByText('打开').focus());
    rerender(page(false));
    expect(document.activeElement).toBe(screen.getByText('打开'));
  });

  it('closes when its visit ends, and stays closed', async () => {
    const { Dialog, ended } = visitDialog();
    render(
      <Dialog open onClose={vi.fn()} title="标题">
        <p>题目</p>
      </Dialog>,
    );
    act(() => ended.setState(true));
    expect(document.querySelector('dialog')?.hasAttribute('open')).toBe(false);
    await waitFor(() => expect(document.querySelector('dialog')).toBeNull());
  });

  it('asks its owner again and stays modal where that keeps it open', () => {
    const { Dialog } = visitDialog();
    const onClose = vi.fn();
    render(
      <Dialog open onClose={onClose} title="标题">
        <p>题目</p>
      </Dialog>,
    );
    const dialog = screen.getByRole('dialog');
    if (dialog instanceof HTMLDialogElement) act(() => dialog.close());
    expect([onClose.mock.calls.length, dialog.hasAttribute('open')]).toEqual([1, true]);
  });

  it('that throws takes its screen with it, not the page', () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const { Dialog } = visitDialog();
    const Content = () => {
      const [fails, setFails] = useState(false);
      if (fails) throw new Error('broken');
      return (
        <button type="button" onClick={() => setFails(true)}>
          题目
        </button>
      );
    };
    render(
      <ErrorBoundary fallback={<p>出错了</p>}>
        <Dialog open onClose={vi.fn()} title="标题">
          <Content />
        </Dialog>
      </ErrorBoundary>,
    );
    fireEvent.click(screen.getByText('题目'));
    expect([screen.queryByRole('dialog'), document.body.style.position]).toEqual([null, '']);
    expect(document.body.contains(screen.getByRole('status'))).toBe(true);
    expect(screen.getByText('出错了')).toBeTruthy();
  });

  it('accepts a title that is no text', () => {
    const { Dialog } = visitDialog();
    const loose = { title: {} } as unknown as { title: string }; // what a remote built without the types may send
    render(
      <Dialog open onClose={() => {}} {...loose}>
        <p>题目</p>
      </Dialog>,
    );
    expect(screen.getByText('题目')).toBeTruthy();
  });

  it.each(['its screen', 'the dialog alone'])('releases the page when %s is taken down while it is open', (what) => {
    const { Dialog } = visitDialog();
    const onClose = vi.fn();
    const dialog = (
      <Dialog open onClose={onClose} title="标题">
        <p>题目</p>
      </Dialog>
    );
    const { rerender, unmount } = render(<main>{dialog}</main>);
    expect(document.body.style.position).toBe('fixed');
    if (what === 'its screen') unmount();
    else rerender(<main />);
    expect([document.body.style.position, document.documentElement.style.overflow]).toEqual(['', '']);
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('questions to the user', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const content = (title: string) => ({ title, confirm: '确定' });
  const shownOf = (dialogs: ReturnType<typeof createDialogs>) => dialogs.store.getState();
  const titleOf = (dialogs: ReturnType<typeof createDialogs>) => shownOf(dialogs)?.content.title ?? null;

  it('come one at a time, in order, and are each answered once', async () => {
    const dialogs = createDialogs();
    const first = dialogs.confirm(content('一'));
    const second = dialogs.confirm(content('二'));
    const asked = shownOf(dialogs);
    expect(titleOf(dialogs)).toBe('一');
    asked?.answer(true);
    asked?.answer(false);
    expect(await first).toBe(true);
    expect(titleOf(dialogs)).toBeNull();
    vi.advanceTimersByTime(LEAVE_MS);
    expect(titleOf(dialogs)).toBe('二');
    shownOf(dialogs)?.answer(false);
    expect(await second).toBe(false);
    vi.advanceTimersByTime(LEAVE_MS);
    expect(titleOf(dialogs)).toBeNull();
  });

  it('are all answered with no when the user leaves their screen', async () => {
    const dialogs = createDialogs();
    const answers = Promise.all([dialogs.confirm(content('一')), dialogs.confirm(content('二'))]);
    dialogs.dismissAll();
    expect(await answers).toEqual([false, false]);
    vi.advanceTimersByTime(LEAVE_MS);
    expect(titleOf(dialogs)).toBeNull();
  });

  it('are closed by who asked, and no others', async () => {
    const dialogs = createDialogs();
    const asking = new AbortController();
    const first = dialogs.confirm(content('一'), asking.signal);
    void dialogs.confirm(content('二'));
    asking.abort();
    expect(await first).toBe(false);
    vi.advanceTimersByTime(LEAVE_MS);
    expect(titleOf(dialogs)).toBe('二');
  });

  it('of the next screen wait until the previous dialog has left', () => {
    const dialogs = createDialogs();
    void dialogs.confirm(content('一'));
    dialogs.dismissAll();
    void dialogs.confirm(content('二'));
    expect(titleOf(dialogs)).toBeNull();
    vi.advanceTimersByTime(LEAVE_MS);
    expect(titleOf(dialogs)).toBe('二');
  });
});

describe('a guarded form', () => {
  function guardedForm() {
    const dialogs = createDialogs();
    const { confirm } = dialogs;
    const navigation = createNavigation({
      history: createPageHistory(window, null),
      window,
      confirm,
      closePage: async () => false,
    });
    const remove = navigation.guard(() => question);
    const shows = (title: string) => waitFor(() => expect(dialogs.store.getState()?.content.title).toBe(title));
    const isAt = (path: string) => waitFor(() => expect(navigation.visit.getState().path).toBe(path));
    return {
      dialogs,
      navigation,
      remove,
      shows,
      isAt,
      answer: (yes: boolean) => dialogs.store.getState()?.answer(yes),
    };
  }

  it.each([
    ['refused', (dialogs: ReturnType<typeof createDialogs>) => dialogs.store.getState()?.answer(false)],
    ['dismissed with its screen', (dialogs: ReturnType<typeof createDialogs>) => dialogs.dismissAll()],
  ])('can be left after its question was %s', async (_, end) => {
    const { dialogs, navigation, remove, shows, isAt, answer } = guardedForm();
    navigation.push('/prize');
    await shows(question.title);
    end(dialogs);
    await waitFor(() => expect(dialogs.store.getState()).toBeNull());
    navigation.push('/prize');
    await shows(question.title);
    answer(true);
    await isAt('/prize');
    expect(dialogs.store.getState()).toBeNull();
    remove();
  });

  it('asks after a question that is open already', async () => {
    const { dialogs, navigation, remove, shows, isAt, answer } = guardedForm();
    void dialogs.confirm({ title: '操作超时', confirm: '我知道了' });
    navigation.push('/rule');
    await shows('操作超时');
    answer(true);
    await shows(question.title);
    answer(true);
    await isAt('/rule');
    remove();
  });
});
