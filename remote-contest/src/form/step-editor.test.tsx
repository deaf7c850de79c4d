// @vitest-environment happy-dom
import { createFakeHost, given } from '@fridge/remote-kit/testing';
import { contestCalls, contestTerms } from '@fridge/shared-contracts/activities/contest';
import { commonCopy, fill } from '@fridge/shared-contracts';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { copy } from '../copy.ts';
import type { CropDialogProps } from '../pictures/crop-dialog.tsx';
import { memoryDrafts } from '../testing/memory-drafts.ts';
import UploadScreen from '../screens/upload/upload-screen.tsx';

vi.mock('./indexeddb-drafts.ts', () => ({
  get indexedDbDrafts() {
    return memoryDrafts().storage;
  },
}));
/** Photos on their way through preparation, by what is in them. */
const preparing = new Map<string, (ready: Blob | null) => void>();
vi.mock('../pictures/prepare-picture.ts', () => ({
  preparePicture: async (file: Blob) => {
    const name = await file.text();
    return new Promise((resolve) => preparing.set(name, resolve));
  },
}));
/** Ends the crop that was opened last; cropping takes time, so this may come after the dialog has gone. */
let endCrop = () => {};
vi.mock('../pictures/crop-dialog.tsx', () => ({
  default: ({ picture, onDone }: CropDialogProps) => {
    endCrop = () => onDone(picture);
    return (
      <dialog open aria-label="crop">
        <button type="button" onClick={endCrop}>
          done
        </button>
      </dialog>
    );
  },
}));

beforeEach(() => {
  preparing.clear();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((photo) => `blob:${(photo as Blob).type}`);
});
afterEach(cleanup);

const photo = (name: string) => new Blob([name], { type: name });

async function mount(steps: number) {
  const fake = createFakeHost();
  fake.answer(contestCalls.uploadWork, given({ imgUrl: 'https://files.example/1.jpg' }));
  render(<UploadScreen host={fake.host} />);
  for (let added = 0; added < steps; added += 1) fireEvent.click(await screen.findByText(copy['contest.step.add']));
  return fake;
}
const firstStep = () => {
  const step = screen.getByLabelText(fill(copy['contest.step.item'], { i: 1 })).closest('li');
  if (!step) throw new Error('no step');
  return step;
};
const choose = async (name: string) => {
  const input = firstStep().querySelector('input[type=file]');
  if (input) fireEvent.change(input, { target: { files: [photo(name)] } });
  await waitFor(() => expect(preparing.has(name)).toBe(true));
};
const ready = (name: string) => act(async () => preparing.get(name)?.(photo(name)));
const image = () => within(firstStep()).queryByRole('img')?.getAttribute('src');
const isLoading = () => within(firstStep()).queryByText(commonCopy['common.loading']) !== null;

describe("a step's photo", () => {
  it('shows while it is read, is cropped, then appears in its step', async () => {
    await mount(1);
    await choose('first');
    expect(isLoading()).toBe(true);
    await ready('first');
    fireEvent.click(await screen.findByText('done'));
    await waitFor(() => expect(image()).toBe('blob:first'));
    expect(isLoading()).toBe(false);
  });

  it('is the one chosen last, whichever is read first', async () => {
    await mount(1);
    await choose('first');
    await choose('second');
    await ready('second');
    fireEvent.click(await screen.findByText('done'));
    await ready('first');
    expect([screen.queryByRole('dialog'), image()]).toEqual([null, 'blob:second']);
  });

  it('is not uploaded when its step was removed meanwhile', async () => {
    const fake = await mount(1);
    await choose('first');
    await ready('first');
    await screen.findByText('done');
    fireEvent.click(screen.getByRole('button', { name: '删除步骤1' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: '删除步骤1' })).toBeNull());
    act(() => endCrop());
    expect(fake.made(contestCalls.uploadWork)).toHaveLength(0);
  });

  it('is replaced by one that is chosen later, and its upload is aborted', async () => {
    const fake = await mount(1);
    fake.answer(contestCalls.uploadWork, () => new Promise<never>(() => {}));
    await choose('first');
    await ready('first');
    fireEvent.click(await screen.findByText('done'));
    await waitFor(() => expect(fake.made(contestCalls.uploadWork)).toHaveLength(1));
    await choose('second');
    await ready('second');
    fireEvent.click(await screen.findByText('done'));
    await waitFor(() => expect(image()).toBe('blob:second'));
    expect(fake.made(contestCalls.uploadWork).map(({ options }) => options.signal?.aborted)).toEqual([true, false]);
  });

  it('names its step in the message of a failed upload', async () => {
    const fake = await mount(2);
    fake.answer(contestCalls.uploadWork, { ok: false, reason: 'network', code: -1, message: '' });
    await choose('first');
    await ready('first');
    fireEvent.click(await screen.findByText('done'));
    expect((await screen.findByText(copy['contest.image.failed'])).getAttribute('aria-label')).toBe(
      '步骤1图片上传失败，点击重试',
    );
  });
});

it('focuses the button that adds a step after one was removed from a full list', async () => {
  await mount(contestTerms.steps);
  expect(screen.queryByText(copy['contest.step.add'])).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '删除步骤20' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe(copy['contest.step.add']));
});
