// @vitest-environment happy-dom
import { bridgeErrorCode, commonCopy, fill } from '@fridge/shared-contracts';
import {
  createFakeHost,
  expired,
  type FakeHostOptions,
  given,
  household,
  lost,
  sessions,
} from '@fridge/remote-kit/testing';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { release } from '../../../release.config.ts';
import { copy } from '../../copy.ts';
import { memoryDrafts, type MemoryDrafts } from '../../testing/memory-drafts.ts';
import UploadScreen from './upload-screen.tsx';

const drafts = vi.hoisted(() => ({ now: null as MemoryDrafts | null }));
vi.mock('../../form/indexeddb-drafts.ts', () => ({
  get indexedDbDrafts() {
    return drafts.now?.storage;
  },
}));
// A canvas is a real browser's; what is no picture is known here by its size.
vi.mock('../../pictures/prepare-picture.ts', () => ({
  preparePicture: (file: Blob) => Promise.resolve(file.size === 0 ? null : file),
}));

vi.mock('../../pictures/crop-dialog.tsx', () => ({
  default: ({ picture, onDone }: { picture: Blob; onDone: (picture: Blob) => void }) => (
    <button type="button" onClick={() => onDone(picture)}>
      crop it
    </button>
  ),
}));

beforeEach(() => {
  drafts.now = memoryDrafts();
  let made = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${(made += 1)}`);
  Element.prototype.scrollIntoView = vi.fn();
  window.scrollTo = vi.fn();
});
afterEach(cleanup);

const photo = { name: 'a.jpg', type: 'image/jpeg', base64: btoa('photo') };
const photos = (count: number) => ({ ok: true as const, data: { photos: Array.from({ length: count }, () => photo) } });

async function mount(options: FakeHostOptions = {}) {
  const fake = createFakeHost({ declared: release.calls, ...options });
  let uploaded = 0;
  fake.answer(contestCalls.uploadWork, () => given({ imgUrl: `https://files.example/${(uploaded += 1)}.jpg` }));
  fake.answerBridge('choosePhotos', photos(2));
  render(<UploadScreen host={fake.host} />);
  await screen.findAllByRole('form');
  return fake;
}
const form = () => within(screen.getByRole('form'));
const field = (label: string) => form().getByLabelText<HTMLInputElement>(label);
const title = () => field(copy['contest.form.title.label']);
const type = (control: HTMLElement, value: string) => fireEvent.change(control, { target: { value } });
const submitButton = () =>
  form().getByRole('button', {
    name: new RegExp(`${copy['contest.upload.submit']}|${copy['contest.upload.submitting']}`),
  });
const submit = () => fireEvent.click(submitButton());
const isFree = () => submitButton().getAttribute('aria-busy') === null;
const add = () => fireEvent.click(form().getByRole('button', { name: /^添加图片/ }));
const tiles = () => form().queryAllByRole('button', { name: /^移除第/ }).length;
const tab = (fake: Awaited<ReturnType<typeof mount>>, index: number) =>
  act(() => fake.header.getState().tabs?.onSelect(index));

async function fillRecipe(fake: Awaited<ReturnType<typeof mount>>) {
  type(title(), ' <b>番茄</b>牛腩煲 ');
  type(field(copy['contest.form.content.label']), '字'.repeat(100));
  add();
  await waitFor(() => expect(fake.made(contestCalls.uploadWork)).toHaveLength(2));
  await waitFor(() => expect(form().queryByText(copy['contest.image.uploading'])).toBeNull());
}

it('takes the taps of its shell once it is a form', async () => {
  const buttons = () =>
    [copy['contest.upload.submit'], copy['contest.image.add.text']].map((text) =>
      screen.getAllByText(text)[0]?.closest('button'),
    );
  const named = () => buttons().map((button) => [button?.dataset['action'], button?.getAttribute('aria-disabled')]);
  const fake = createFakeHost({ declared: release.calls, session: { ...sessions.guest, status: 'unknown' } });
  render(<UploadScreen host={fake.host} />);
  expect(named()).toEqual([
    ['contest.upload.submit', 'true'],
    ['contest.image.add', 'true'],
  ]);
  act(() => fake.setSession(sessions.user));
  await screen.findAllByRole('form');
  expect(named()).toEqual([
    ['contest.upload.submit', null],
    ['contest.image.add', null],
  ]);
});

describe('a recipe', () => {
  it('is sent clean, with its author and its device, and leads to the works', async () => {
    const fake = await mount({
      session: {
        nickName: '小麦',
        headImgUrl: 'https://files.example/me.jpg',
        fridge: { fridgeId: household.fridgeId, sn8: '', spec: 'BCD-500', name: '' },
      },
    });
    fake.answer(contestCalls.saveWork, given({ id: '9' }));
    await fillRecipe(fake);
    fireEvent.click(form().getByLabelText(copy['contest.form.cookTime.2']));
    fireEvent.click(form().getByText(copy['contest.step.add']));
    type(form().getByPlaceholderText(copy['contest.step.ph']), '切块');
    submit();
    submit();
    await waitFor(() => expect(fake.went).toEqual([['replace', '/works']]));
    expect(fake.sent(contestCalls.saveWork)).toEqual([
      {
        cookName: '番茄牛腩煲',
        desc: '字'.repeat(100),
        image: 'https://files.example/1.jpg,https://files.example/2.jpg',
        CookTime: '2',
        materials: '',
        tips: '',
        steps: '[{"image":"","stepDesc":"切块"}]',
        devicePhone: household.phone,
        fridgeId: household.fridgeId,
        spec: 'BCD-500',
        nickName: '小麦',
        headImgUrl: 'https://files.example/me.jpg',
        requestId: expect.any(String),
      },
    ]);
    expect(fake.confirmed.map(({ title: asked }) => asked)).toEqual([copy['contest.upload.success.title']]);
    expect(drafts.now?.keys()).toEqual([]);
  });

  it('thanks without waiting for the storage of drafts', async () => {
    const fake = await mount();
    fake.answer(contestCalls.saveWork, given({ id: '9' }));
    await fillRecipe(fake);
    if (drafts.now) drafts.now.storage.remove = () => new Promise(() => {});
    submit();
    await waitFor(() => expect(fake.went).toEqual([['replace', '/works']]));
  });

  it('names the first problem, leads to it, and says it once more when asked again', async () => {
    const fake = await mount();
    submit();
    expect([fake.toasts.at(-1), document.activeElement, title().getAttribute('aria-invalid')]).toEqual([
      copy['contest.form.titleEmpty.toast'],
      title(),
      'true',
    ]);
    expect(
      title()
        .getAttribute('aria-describedby')
        ?.split(' ')
        .map((id) => document.getElementById(id)?.textContent),
    ).toContain(copy['contest.form.titleEmpty.toast']);
    title().blur();
    submit();
    expect(document.activeElement).toBe(title());
    type(title(), '菜');
    expect(title().getAttribute('aria-invalid')).toBeNull();
    submit();
    expect([fake.toasts.at(-1), document.activeElement]).toEqual([
      copy['contest.form.contentShort.toast'],
      field(copy['contest.form.content.label']),
    ]);
    type(field(copy['contest.form.content.label']), '字'.repeat(100));
    submit();
    expect([fake.toasts.at(-1), document.activeElement?.textContent]).toEqual([
      copy['contest.form.imagesFew.toast'],
      copy['contest.image.add.text'],
    ]);
    expect(fake.made(contestCalls.saveWork)).toEqual([]);
  });

  it('goes on after a failure with everything that was typed, under the same id', async () => {
    const fake = await mount();
    fake.answer(contestCalls.saveWork, lost);
    await fillRecipe(fake);
    submit();
    await waitFor(() => expect(isFree()).toBe(true));
    expect([title().value, tiles(), fake.went]).toEqual([' <b>番茄</b>牛腩煲 ', 2, []]);
    submit();
    await waitFor(() => expect(fake.sent(contestCalls.saveWork)).toHaveLength(2));
    type(title(), '另一道菜');
    await waitFor(() => expect(isFree()).toBe(true));
    submit();
    await waitFor(() => expect(fake.sent(contestCalls.saveWork)).toHaveLength(3));
    const [first, second, third] = fake.sent(contestCalls.saveWork).map(({ requestId }) => requestId);
    expect([first === second, second === third]).toEqual([true, false]);
  });

  it('goes on with the same save after the login that it takes, and loses nothing where that is cancelled', async () => {
    const fake = await mount();
    await fillRecipe(fake);
    let tries = 0;
    fake.answer(contestCalls.saveWork, () => ((tries += 1) === 2 ? given({ id: '9' }) : expired));
    submit();
    await waitFor(() => expect(isFree()).toBe(true));
    expect([fake.host.session.getState().status, title().value, tiles(), fake.toasts]).toEqual([
      'guest',
      ' <b>番茄</b>牛腩煲 ',
      2,
      [],
    ]);
    fake.control.login = {};
    submit();
    await waitFor(() => expect(fake.went).toEqual([['replace', '/works']]));
    const [first, second] = fake.sent(contestCalls.saveWork);
    expect(second).toEqual(first);
  });

  it('sends its pictures again after a login, which a press asks for', async () => {
    const fake = await mount();
    fake.answer(contestCalls.uploadWork, expired);
    add();
    await waitFor(() => expect(form().getAllByText(copy['contest.image.failed'])).toHaveLength(2));
    expect(fake.asked).toEqual([]);
    fake.answer(contestCalls.uploadWork, given({ imgUrl: 'https://files.example/1.jpg' }));
    fake.control.login = {};
    fireEvent.click(form().getAllByText(copy['contest.image.failed'])[0] ?? document.body);
    await waitFor(() =>
      expect([
        form().queryByText(copy['contest.image.failed']),
        form().queryByText(copy['contest.image.uploading']),
      ]).toEqual([null, null]),
    );
    expect([tiles(), fake.asked]).toEqual([2, ['household']]);
  });

  it('leads to the field that the server refuses, and shows what else it says until something changes', async () => {
    const fake = await mount();
    await fillRecipe(fake);
    fake.answer(contestCalls.saveWork, {
      ok: false,
      reason: 'refused',
      code: 400,
      message: copy['contest.form.titleLong.toast'],
    });
    submit();
    await waitFor(() =>
      expect([document.activeElement, title().getAttribute('aria-invalid')]).toEqual([title(), 'true']),
    );
    expect([fake.toasts, form().getByText(copy['contest.form.titleLong.toast']).id]).toEqual([
      [copy['contest.form.titleLong.toast']],
      title().getAttribute('aria-describedby')?.split(' ')[0],
    ]);
    fake.answer(contestCalls.saveWork, { ok: false, reason: 'notice', code: 204, message: '作品数量已达上限' });
    submit();
    expect((await form().findByText('作品数量已达上限')).closest('p')).toBeTruthy();
    type(title(), '菜');
    expect(form().queryByText('作品数量已达上限')).toBeNull();
  });

  it('says once of each field that may stay empty that it may', async () => {
    await mount();
    // In the placeholder (copy deck 5.4).
    expect(copy['contest.form.tips.ph']).toContain(copy['contest.form.optional']);
    const optional = form()
      .getAllByText(copy['contest.form.optional'])
      .map(({ parentElement }) => parentElement?.firstChild?.textContent);
    expect(optional).toEqual(
      ['contest.form.cookTime.label', 'contest.form.materials.label', 'contest.step.label'].map(
        (key) => copy[key as keyof typeof copy],
      ),
    );
  });

  it('says that pressing the chosen cooking time again takes it back', async () => {
    await mount();
    const time = form().getByLabelText(copy['contest.form.cookTime.2']);
    fireEvent.click(time);
    expect(document.getElementById(time.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      copy['contest.form.cookTime.undo'],
    );
    fireEvent.click(time);
    expect([
      (time as HTMLInputElement).checked,
      document.getElementById(time.getAttribute('aria-describedby') ?? '')?.textContent,
    ]).toEqual([false, copy['contest.form.cookTime.ph']]);
  });

  it('calls nobody back who went elsewhere meanwhile, and leaves them no draft of what was sent', async () => {
    const fake = await mount();
    await fillRecipe(fake);
    submit();
    await waitFor(() => expect(fake.made(contestCalls.saveWork)).toHaveLength(1));
    cleanup();
    await act(async () => fake.made(contestCalls.saveWork)[0]?.answer(given({ id: '9' })));
    await waitFor(() => expect(drafts.now?.keys()).toEqual([]));
    expect([fake.confirmed, fake.went]).toEqual([[], []]);
  });

  it('is done without a question about the other form, whose draft is kept', async () => {
    const fake = await mount();
    fake.answer(contestCalls.saveWork, given({ id: '9' }));
    tab(fake, 1);
    type(field(copy['contest.photo.content.label']), '冰箱');
    tab(fake, 0);
    await fillRecipe(fake);
    submit();
    await waitFor(() => expect(fake.went).toEqual([['replace', '/works']]));
    expect(fake.confirmed.map(({ title: asked }) => asked)).toEqual([copy['contest.upload.success.title']]);
    await act(async () => fake.setVisibility('hidden'));
    expect(drafts.now?.keys()).toEqual([`${household.userId}/photoShare`]);
  });

  it('is sent again under the same id after a 409, which may hide a stored work', async () => {
    const fake = await mount();
    await fillRecipe(fake);
    let answers = 0;
    fake.answer(contestCalls.saveWork, () =>
      (answers += 1) === 1 ? { ok: false, reason: 'refused', code: 409, message: '' } : given({ id: '9' }),
    );
    submit();
    await waitFor(() => expect(fake.went).toEqual([['replace', '/works']]));
    const [first, second] = fake.sent(contestCalls.saveWork);
    expect([second, fake.made(contestCalls.uploadWork).length]).toEqual([first, 2]);
  });

  it('sends its pictures again when the server no longer has them', async () => {
    const fake = await mount();
    fake.answer(contestCalls.saveWork, { ok: false, reason: 'refused', code: 409, message: '' });
    await fillRecipe(fake);
    submit();
    await waitFor(() => expect(fake.made(contestCalls.uploadWork)).toHaveLength(4));
    fake.answer(contestCalls.saveWork, given({ id: '9' }));
    await waitFor(() => expect(form().queryByText(copy['contest.image.uploading'])).toBeNull());
    submit();
    await waitFor(() =>
      expect(fake.sent(contestCalls.saveWork).at(-1)?.image).toBe(
        'https://files.example/3.jpg,https://files.example/4.jpg',
      ),
    );
  });

  it('waits for a picture on its way, and leads to one that failed', async () => {
    const fake = await mount();
    fake.answer(contestCalls.uploadWork, () => new Promise(() => {}));
    type(title(), '菜');
    type(field(copy['contest.form.content.label']), '字'.repeat(100));
    add();
    await waitFor(() => expect(fake.made(contestCalls.uploadWork)).toHaveLength(2));
    submit();
    expect(fake.toasts.at(-1)).toBe(copy['contest.image.wait.toast']);
    await act(async () => fake.made(contestCalls.uploadWork)[0]?.answer(lost));
    expect(fake.toasts.at(-1)).toBe(copy['contest.upload.transport.toast']);
    submit();
    await waitFor(() =>
      expect([fake.toasts.at(-1), document.activeElement?.getAttribute('aria-label')]).toEqual([
        copy['contest.image.failed'],
        '第1张图片上传失败，点击重试',
      ]),
    );
    fake.answer(contestCalls.uploadWork, {
      ok: false,
      reason: 'refused',
      code: 413,
      message: '图片太大，请压缩后再上传',
    });
    fireEvent.click(form().getByText(copy['contest.image.failed']));
    await waitFor(() => expect(fake.toasts.at(-1)).toBe('图片太大，请压缩后再上传'));
  });

  it('leads to a step whose photo was not sent', async () => {
    const fake = await mount();
    await fillRecipe(fake);
    fireEvent.click(form().getByText(copy['contest.step.add']));
    fake.answer(contestCalls.uploadWork, lost);
    const inputs = screen.getByRole('form').querySelectorAll<HTMLInputElement>('input[type=file]');
    fireEvent.change(inputs[1] ?? document.body, {
      target: { files: [new File(['one'], 'a.png', { type: 'image/png' })] },
    });
    fireEvent.click(await screen.findByText('crop it'));
    await form().findByText(copy['contest.image.failed']);
    submit();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('步骤1图片上传失败，点击重试');
  });

  it('asks before a step goes', async () => {
    const fake = await mount();
    fireEvent.click(form().getByText(copy['contest.step.add']));
    fake.control.confirms = () => false;
    const remove = () => fireEvent.click(form().getByRole('button', { name: '删除步骤1' }));
    remove();
    await waitFor(() => expect(fake.confirmed[0]?.description).toBe('确定删除步骤1吗？'));
    expect(form().getByPlaceholderText(copy['contest.step.ph'])).toBeTruthy();
    fake.control.confirms = () => true;
    remove();
    await waitFor(() => expect(form().queryByPlaceholderText(copy['contest.step.ph'])).toBeNull());
  });

  it('takes a title of 20 characters and no more, but never cuts what is being composed', async () => {
    const fake = await mount();
    type(title(), '字'.repeat(25));
    expect([title().value.length, fake.toasts]).toEqual([20, [copy['contest.form.titleLong.toast']]]);
    fireEvent.compositionStart(title());
    type(title(), `${'字'.repeat(20)}pinyin`);
    expect(title().value).toBe(`${'字'.repeat(20)}pinyin`);
    fireEvent.compositionEnd(title());
    expect(title().value).toBe('字'.repeat(20));
  });
});

describe('its pictures', () => {
  it("come from the app's picker, up to what is left of nine, and are put in order and removed", async () => {
    const fake = await mount();
    fake.answerBridge('choosePhotos', photos(7));
    add();
    await waitFor(() => expect(tiles()).toBe(7));
    fake.answerBridge('choosePhotos', photos(5));
    add();
    await waitFor(() => expect(tiles()).toBe(9));
    expect(fake.bridgeCalls.map(({ params }) => params)).toEqual([{ max: 9 }, { max: 2 }]);
    expect([fake.toasts.at(-1), form().queryByRole('button', { name: /^添加图片/ })]).toEqual([
      copy['contest.image.full.toast'],
      null,
    ]);
    const order = () =>
      form()
        .getAllByRole('img')
        .map((image) => image.getAttribute('src'));
    const [first, second] = order();
    fireEvent.click(form().getByRole('button', { name: '将第1张图片后移' }));
    expect(order().slice(0, 2)).toEqual([second, first]);
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('将第2张图片后移'));
    fireEvent.click(form().getByRole('button', { name: '移除第1张图片' }));
    await waitFor(() =>
      expect([order()[0], tiles(), document.activeElement?.textContent]).toEqual([
        first,
        8,
        copy['contest.image.add.text'],
      ]),
    );
  });

  it.each([
    [
      'the album refuses',
      { ok: false as const, error: { code: 403, errMessage: 'denied' } },
      copy['contest.image.album.toast'],
    ],
    [
      'the app is silent',
      { ok: false as const, error: { code: -1, errMessage: 'TimeOut' } },
      copy['contest.image.album.toast'],
    ],
    ['the picker is closed', { ok: false as const, error: { code: 0, errMessage: 'user cancel' } }, undefined],
    ['the picker is closed, in Chinese', { ok: false as const, error: { code: 0, errMessage: '用户取消' } }, undefined],
    ['nothing is chosen', photos(0), undefined],
    [
      'a file is no picture',
      { ok: true as const, data: { photos: [{ ...photo, base64: '' }] } },
      copy['contest.image.type.toast'],
    ],
  ])('%s', async (_, answer, toast) => {
    const fake = await mount();
    fake.answerBridge('choosePhotos', answer);
    add();
    await waitFor(() => expect(fake.bridgeCalls).toHaveLength(1));
    await act(async () => {});
    await waitFor(() => expect([fake.toasts.at(-1), tiles()]).toEqual([toast, 0]));
  });

  it('come from a file input in an app without a picker', async () => {
    const fake = await mount();
    fake.control.supports = () => false;
    const input = screen.getByRole('form').querySelector<HTMLInputElement>('input[type=file]');
    const open = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {});
    add();
    expect([open.mock.calls.length, fake.bridgeCalls]).toEqual([1, []]);
    if (input)
      fireEvent.change(input, { target: { files: [new File(['one'], '../../etc/passwd', { type: 'image/png' })] } });
    await waitFor(() => expect(tiles()).toBe(1));
  });
});

describe('an app that turns out to have no picker', () => {
  it('opens the file input, from then on without asking the app', async () => {
    const fake = await mount();
    fake.answerBridge('choosePhotos', { ok: false, error: { code: bridgeErrorCode.unsupported, errMessage: '' } });
    const open = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {});
    add();
    await waitFor(() => expect(open).toHaveBeenCalledTimes(1));
    add();
    expect([open.mock.calls.length, fake.bridgeCalls.length, fake.toasts]).toEqual([2, 1, []]);
    open.mockRestore();
  });
});

describe('a photo share', () => {
  it('starts with the phone that is known, and is sent with the one that is typed', async () => {
    const fake = await mount();
    fake.answer(contestCalls.submitEntries, given({ id: null }));
    tab(fake, 1);
    expect(field(copy['contest.photo.phone.label']).value).toBe(household.phone);
    submit();
    expect(fake.toasts.at(-1)).toBe(copy['contest.photo.imagesEmpty.toast']);
    add();
    await waitFor(() => expect(tiles()).toBe(2));
    submit();
    expect(fake.toasts.at(-1)).toBe(copy['contest.photo.contentEmpty.toast']);
    const content = field(copy['contest.photo.content.label']);
    type(content, `${' '.repeat(20)}${'字'.repeat(501)}`);
    expect([fake.toasts.at(-1), content.value.trim().length, form().getByText('500/500').textContent]).toEqual([
      copy['contest.photo.contentLong.toast'],
      500,
      '500/500',
    ]);
    fireEvent.compositionStart(content);
    type(content, `${'字'.repeat(500)}pinyin`);
    expect(content.value).toHaveLength(506);
    fireEvent.compositionEnd(content);
    expect(content.value).toHaveLength(500);
    type(field(copy['contest.photo.content.label']), '周末的冰箱');
    type(field(copy['contest.photo.phone.label']), '12345678901');
    submit();
    expect([fake.toasts.at(-1), document.activeElement]).toEqual([
      copy['contest.photo.phoneBad.toast'],
      field(copy['contest.photo.phone.label']),
    ]);
    type(field(copy['contest.photo.phone.label']), '139 0000-2009');
    await waitFor(() => expect(form().queryByText(copy['contest.image.uploading'])).toBeNull());
    submit();
    await waitFor(() => expect(fake.went).toEqual([['replace', '/works']]));
    expect(fake.sent(contestCalls.submitEntries)).toMatchObject([
      {
        image: 'https://files.example/1.jpg,https://files.example/2.jpg',
        desc: '周末的冰箱',
        phone: '13900002009',
        devicePhone: household.phone,
        fridgeId: household.fridgeId,
      },
    ]);
  });
});

describe('what was typed', () => {
  it('stays while the other tab shows', async () => {
    const fake = await mount();
    type(title(), '番茄');
    tab(fake, 1);
    type(field(copy['contest.photo.content.label']), '冰箱');
    tab(fake, 0);
    expect(title().value).toBe('番茄');
    tab(fake, 1);
    expect(field(copy['contest.photo.content.label']).value).toBe('冰箱');
  });

  it('comes back with its pictures, with the deck’s words, and can be thrown away', async () => {
    const first = await mount();
    first.answer(contestCalls.uploadWork, lost);
    type(title(), '番茄');
    add();
    await waitFor(() => expect(first.made(contestCalls.uploadWork)).toHaveLength(2));
    await act(async () => first.setVisibility('hidden'));
    cleanup();
    const fake = await mount();
    await waitFor(() => expect(title().value).toBe('番茄'));
    expect(fake.toasts).toEqual([copy['contest.upload.draft.toast']]);
    await waitFor(() => expect(fake.made(contestCalls.uploadWork)).toHaveLength(2));
    fireEvent.click(form().getByText(copy['contest.upload.draft.discard']));
    await waitFor(() => expect([title().value, tiles()]).toEqual(['', 0]));
    expect(drafts.now?.keys()).toEqual([]);
  });

  it("is never another user's", async () => {
    const fake = await mount();
    type(title(), '番茄');
    await act(async () => fake.setSession({ userId: 'another' }));
    expect(title().value).toBe('');
    cleanup();
    await mount({ session: { userId: 'another' } });
    expect(title().value).toBe('');
  });

  it('is not sent as the work of somebody who logged in at the very press', async () => {
    const fake = await mount();
    await fillRecipe(fake);
    fake.control.permission = { allowed: true, household: { ...household, userId: 'another' } };
    submit();
    await waitFor(() => expect(isFree()).toBe(true));
    expect(fake.made(contestCalls.saveWork)).toEqual([]);
  });

  it('is asked for before it is left, and only then', async () => {
    const fake = await mount();
    expect(fake.question()).toBeNull();
    type(title(), '番茄');
    expect(fake.question()).toMatchObject({ description: copy['contest.leave.kept'] });
    tab(fake, 1);
    expect(fake.question()).not.toBeNull();
    fake.control.confirms = () => false;
    await fake.pressBack();
    expect(fake.went).toEqual([]);
  });

  it('is said not to be kept where the browser refuses', async () => {
    if (drafts.now) drafts.now.control.refuse = true;
    const fake = await mount();
    await waitFor(() => expect(form().getByText(copy['contest.upload.draft.off'])).toBeTruthy());
    type(title(), '番茄');
    expect(fake.question()).toMatchObject({ description: copy['contest.leave.lost'], danger: true });
  });
});

describe('the occasion', () => {
  const windows = { contest: { start: null, end: '2021-10-13T23:59:59+08:00' } };
  it.each([
    ['2021-10-08T23:59:59+08:00', copy['contest.entry.collectEnded.toast']],
    ['2021-10-14T00:00:00+08:00', copy['contest.entry.notValid.toast']],
  ])('at %s: %s', async (moment, toast) => {
    const fake = await mount({ windows, now: Date.parse(moment) });
    submit();
    expect([fake.toasts, fake.calls]).toEqual([[toast], []]);
  });

  it('lacks a fridge: binding one opens the form', async () => {
    const fake = createFakeHost({ session: sessions.noFridge });
    render(<UploadScreen host={fake.host} />);
    fireEvent.click(await screen.findByText(commonCopy['host.bind.button']));
    await screen.findAllByRole('form');
  });

  it('outside the app says where works are uploaded, takes no input and leads to the app', async () => {
    const fake = createFakeHost({ session: sessions.guest, environment: { inApp: false } });
    render(<UploadScreen host={fake.host} />);
    expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe(
      fill(copy['contest.upload.outside.title']),
    );
    expect([screen.queryByRole('form'), fake.header.getState().tabs, fake.asked]).toEqual([null, undefined, []]);
    fireEvent.click(screen.getByRole('button', { name: copy['contest.works.upload'] }));
    expect(fake.asked).toEqual(['household']);
  });

  it('in the app a guest is asked to log in, and writes after that', async () => {
    const fake = createFakeHost({ session: sessions.guest });
    render(<UploadScreen host={fake.host} />);
    await screen.findByText(commonCopy['host.login.required.toast']);
    expect([fake.asked, screen.queryByRole('form')]).toEqual([['household'], null]);
    act(() => fake.setSession(sessions.user));
    await screen.findAllByRole('form');
  });

  it('keeps the form of a user whose session expires, and shows another user none of it', async () => {
    const fake = await mount();
    type(title(), '番茄');
    act(() => fake.setSession(sessions.guest));
    expect(title().value).toBe('番茄');
    await act(async () => fake.setSession({ ...sessions.user, userId: 'another' }));
    await screen.findAllByRole('form');
    expect([title().value, drafts.now?.keys()]).toEqual(['', [`${household.userId}/recipe`]]);
  });
});
