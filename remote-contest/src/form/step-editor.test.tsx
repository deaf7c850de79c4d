// @vitest-environment happy-dom
import { createFakeHost, given } from '@fridge/remote-kit/testing';
import { contestCalls, contestTerms } from '@fridge/shared-contracts/activities/contest';
import { commonCopy } from '@fridge/shared-contracts';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { copy } from '../copy.ts';
import type { CropDialogProps } from '../pictures/crop-dialog.tsx';
import { memoryDrafts } from '../testing/memory-drafts.ts';
import { emptyRecipe, recipeKind } from './form-kinds.ts';
import { StepEditor } from './step-editor.tsx';
import { createWorkForm } from './work-form.ts';

vi.mock('./indexeddb-drafts.ts', () => ({ indexedDbDrafts: () => memoryDrafts().storage }));
/** Photos on their way through preparation, by what is in them. */
const preparing = new Map<string, (ready: Blob | null) => void>();
vi.mock('../pictures/prepare-photo.ts', () => ({ preparePhoto: async (file: Blob) => {
  const name = await file.text();
  return new Promise((resolve) => preparing.set(name, resolve));
} }));
vi.mock('../pictures/crop-dialog.tsx', () => ({
  default: ({ photo, onDone, onClose }: CropDialogProps) => (
    <dialog open aria-label="crop">
      <button type="button" onClick={() => onDone(photo)}>done</button>
      <button type="button" onClick={onClose}>close</button>
    </dialog>
  ),
}));

beforeEach(() => {
  preparing.clear();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((photo) => `blob:${(photo as Blob).type}`);
});
afterEach(cleanup);

const photo = (name: string) => new Blob([name], { type: name });

async function mount(count: number) {
  const fake = createFakeHost();
  fake.answer(contestCalls.uploadWork, given({ imgUrl: 'https://files.example/1.jpg' }));
  const steps = Array.from({ length: count }, (_, at) => ({ id: `step${at}`, picture: null, text: '' }));
  const form = createWorkForm(fake.host, { name: 'recipe', kind: recipeKind, initial: { ...emptyRecipe, steps } });
  form.uploads.allow();
  await form.setOwner('a-user');
  render(<form><StepEditor host={fake.host} form={form} problem={() => null} /></form>);
  return { fake, form };
}
const choose = async (name: string) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input) fireEvent.change(input, { target: { files: [photo(name)] } });
  await waitFor(() => expect(preparing.has(name)).toBe(true));
};
const ready = (name: string) => act(async () => preparing.get(name)?.(photo(name)));
const image = () => screen.queryByRole('img')?.getAttribute('src');

describe("a step's photo", () => {
  it('shows that it is being read, then cropped, then on its way', async () => {
    await mount(1);
    await choose('first');
    expect(screen.getByText(commonCopy['common.loading'])).toBeTruthy();
    await ready('first');
    fireEvent.click(await screen.findByText('done'));
    await waitFor(() => expect(image()).toBe('blob:first'));
    expect(screen.queryByText(commonCopy['common.loading'])).toBeNull();
  });

  it('is the latest that was chosen, whichever is ready first', async () => {
    await mount(1);
    await choose('first');
    await choose('second');
    await ready('second');
    fireEvent.click(await screen.findByText('done'));
    await ready('first');
    expect([screen.queryByRole('dialog'), image()]).toEqual([null, 'blob:second']);
  });

  it('is not taken for a step that is gone meanwhile', async () => {
    const { form, fake } = await mount(1);
    await choose('first');
    await ready('first');
    const done = await screen.findByText('done');
    const sent = fake.made(contestCalls.uploadWork).length;
    form.change((values) => ({ ...values, steps: [] }));
    fireEvent.click(done);
    expect([form.uploads.getState(), fake.made(contestCalls.uploadWork).length]).toEqual([[], sent]);
  });

  it('replaces the photo that the step has by then', async () => {
    const { form } = await mount(1);
    await choose('first');
    await ready('first');
    fireEvent.click(await screen.findByText('done'));
    await choose('second');
    await ready('second');
    fireEvent.click(await screen.findByText('done'));
    await waitFor(() => expect(image()).toBe('blob:second'));
    expect(form.uploads.getState()).toHaveLength(1);
  });

  it('tells its failed upload apart from every other', async () => {
    const { fake } = await mount(2);
    fake.answer(contestCalls.uploadWork, { ok: false, reason: 'network', code: -1, message: '' });
    await choose('first');
    await ready('first');
    fireEvent.click(await screen.findByText('done'));
    expect((await screen.findByText(copy['contest.image.failed'])).getAttribute('aria-label')).toBe('步骤1图片上传失败，点击重试');
  });
});

it('gives the focus to the button that adds a step, also when the list was full', async () => {
  await mount(contestTerms.steps);
  expect(screen.queryByText(copy['contest.step.add'])).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '删除步骤20' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe(copy['contest.step.add']));
});
