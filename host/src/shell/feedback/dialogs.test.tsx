// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { DialogFrame } from './dialog-frame.ts';
import { createDialogLoader } from './dialog-loader.ts';
import { createDialogQueue } from './dialog-queue.ts';
import { PlainDialog } from './plain-dialog.tsx';
import RadixDialog from './radix-dialog.tsx';
import { createRemoteDialog } from './remote-dialog.tsx';

afterEach(cleanup);

const implementations: [string, DialogFrame][] = [['Radix', RadixDialog], ['the plain one', PlainDialog]];
const question = { title: '确认删除作品吗？', description: '删除后无法恢复', confirm: '删除', cancel: '取消', tone: 'danger' } as const;

describe.each(implementations)('a question drawn by %s', (_name, frame) => {
  async function ask(content: Parameters<ReturnType<typeof createDialogQueue>['confirm']>[0] = question) {
    const dialogs = createDialogQueue();
    const loader = createDialogLoader(async () => ({ default: frame }));
    render(<><button type="button">打开</button><ConfirmDialog dialogs={dialogs} loader={loader} /></>);
    screen.getByText('打开').focus();
    const held: { answer?: Promise<boolean> } = {};
    act(() => { held.answer = dialogs.confirm(content); });
    const dialog = await screen.findByRole('alertdialog');
    return { dialog, answer: held.answer };
  }

  it('is named by its title and described by its text', async () => {
    const { dialog } = await ask();
    expect(screen.getByRole('alertdialog', { name: question.title })).toBe(dialog);
    const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe(question.description);
  });

  it.each([['删除', true], ['取消', false]])('answers %s with %j and gives the focus back', async (label, confirmed) => {
    const { answer } = await ask();
    fireEvent.click(screen.getByRole('button', { name: label }));
    expect(await answer).toBe(confirmed);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText('打开')));
  });

  it('has one button when nothing can be refused', async () => {
    await ask({ title: '操作超时', confirm: '我知道了' });
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(expect.arrayContaining(['我知道了']));
    expect(screen.queryByRole('button', { name: '取消' })).toBeNull();
  });

  it('holds the page still meanwhile', async () => {
    const { answer } = await ask();
    expect(document.documentElement.style.overflow).toBe('hidden');
    fireEvent.click(screen.getByRole('button', { name: '取消' }));
    await answer;
    await waitFor(() => expect(document.documentElement.style.overflow).toBe(''));
  });
});

describe('Escape', () => {
  it('means no, with Radix', async () => {
    const dialogs = createDialogQueue();
    render(<ConfirmDialog dialogs={dialogs} loader={createDialogLoader(async () => ({ default: RadixDialog }))} />);
    const held: { answer?: Promise<boolean> } = {};
    act(() => { held.answer = dialogs.confirm(question); });
    fireEvent.keyDown(await screen.findByRole('alertdialog'), { key: 'Escape' });
    expect(await held.answer).toBe(false);
  });

  it('means no, with the plain one', async () => {
    const dialogs = createDialogQueue();
    render(<ConfirmDialog dialogs={dialogs} loader={createDialogLoader(async () => ({ default: PlainDialog }))} />);
    const held: { answer?: Promise<boolean> } = {};
    act(() => { held.answer = dialogs.confirm(question); });
    fireEvent(await screen.findByRole('alertdialog'), new Event('cancel', { cancelable: true }));
    expect(await held.answer).toBe(false);
  });
});

describe('a remote\'s own dialog', () => {
  it('draws the content with a close button that the deck names', async () => {
    const Dialog = createRemoteDialog(createDialogLoader(async () => ({ default: RadixDialog })));
    const onClose = vi.fn();
    render(<Dialog open onClose={onClose} title="电力知识问答"><p>题目</p></Dialog>);
    expect(await screen.findByRole('dialog', { name: '电力知识问答' })).toBeTruthy();
    expect(screen.getByText('题目')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '关闭' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('keeps its content when the real code arrives after the plain one was drawn', async () => {
    const load = vi.fn<() => Promise<{ default: DialogFrame }>>().mockRejectedValueOnce(new Error('gone')).mockResolvedValue({ default: RadixDialog });
    const loader = createDialogLoader(load);
    const Dialog = createRemoteDialog(loader);
    render(<Dialog open onClose={() => {}} title="标题"><input aria-label="姓名" /></Dialog>);
    await screen.findByLabelText('姓名');
    fireEvent.change(screen.getByLabelText('姓名'), { target: { value: '张三' } });
    await act(async () => loader.load());
    expect(loader.get()).toBe(RadixDialog);
    expect(screen.getByLabelText<HTMLInputElement>('姓名').value).toBe('张三');
  });
});
