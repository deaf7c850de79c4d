// @vitest-environment happy-dom
import { createFakeHost, expired, given, lost, sessions } from '@fridge/remote-kit/testing';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { copy } from '../copy.ts';
import { createPictureUploads, type PictureUploads } from './picture-uploads.ts';

const prepare = vi.hoisted(() => vi.fn<(file: Blob) => Promise<Blob | null>>());
vi.mock('./prepare-photo.ts', () => ({ preparePhoto: prepare }));

const started: PictureUploads[] = [];

function scene() {
  const fake = createFakeHost();
  const create = () => {
    const uploads = createPictureUploads(fake.host);
    started.push(uploads);
    return uploads;
  };
  const uploads = create();
  const stages = () => uploads.getState().map(({ stage }) => stage.phase);
  const sent = () => fake.made(contestCalls.uploadWork);
  const end = async (
    index: number,
    answer = given({ imgUrl: `https://files.example/${index}.jpg` }) as Parameters<
      ReturnType<typeof sent>[number]['answer']
    >[0],
  ) => {
    sent()[index]?.answer(answer);
    await settle();
  };
  return { fake, uploads, create, stages, sent, end };
}
const files = (count: number) => Array.from({ length: count }, (_, at) => new Blob([String(at)]));
const settle = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  prepare.mockReset().mockImplementation((file) => Promise.resolve(file));
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:preview');
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
});
afterEach(async () => {
  for (const uploads of started.splice(0)) uploads.stop();
  await settle();
});

describe('the uploads of a page', () => {
  it('run two at a time, in the order of choice, once they are allowed', async () => {
    const { uploads, create, stages, sent, end } = scene();
    uploads.choose(files(3));
    await settle();
    expect([sent().length, stages()]).toEqual([0, ['waiting', 'waiting', 'waiting']]);
    uploads.allow();
    const otherForm = create();
    otherForm.allow();
    otherForm.add(new Blob(['other']));
    await settle();
    expect([sent().length, stages()]).toEqual([2, ['uploading', 'uploading', 'uploading']]);
    sent()[0]?.options.onProgress?.(0.5);
    expect(uploads.getState()[0]?.stage).toEqual({ phase: 'uploading', sent: 0.5 });
    await end(1);
    expect([sent().length, stages()]).toEqual([3, ['uploading', 'uploaded', 'uploading']]);
    await end(0);
    for (const index of [2, 3]) await end(index);
    expect([stages(), otherForm.getState()[0]?.stage.phase]).toEqual([
      ['uploaded', 'uploaded', 'uploaded'],
      'uploaded',
    ]);
    expect(uploads.getState()[2]?.stage).toMatchObject({
      address: 'https://files.example/2.jpg',
      uploadedAt: expect.any(Number),
    });
  });

  it('fail one by one, show why, and are retried', async () => {
    const { fake, uploads, stages, sent, end } = scene();
    uploads.allow();
    const [first = ''] = uploads.choose(files(2));
    await settle();
    await end(0, { ok: false, reason: 'refused', code: 413, message: '图片太大' });
    expect([stages(), fake.toasts]).toEqual([['failed', 'uploading'], ['图片太大']]);
    await uploads.retry(first);
    expect([stages(), sent().length]).toEqual([['uploading', 'uploading'], 3]);
    await end(2, lost);
    expect(fake.toasts.at(-1)).toBe(copy['contest.upload.transport.toast']);
  });

  it('are cancelled by removing the picture, which starts the next one', async () => {
    const { fake, uploads, stages, sent } = scene();
    uploads.allow();
    const [first = '', , third = ''] = uploads.choose(files(4));
    await settle();
    uploads.remove(third);
    uploads.remove(first);
    await settle();
    expect([sent()[0]?.options.signal?.aborted, sent().length, stages()]).toEqual([
      true,
      3,
      ['uploading', 'uploading'],
    ]);
    expect(await Promise.all(sent().map(({ options }) => options.files?.imgUrl.text()))).toEqual(['0', '1', '3']);
    expect([fake.toasts, vi.mocked(URL.revokeObjectURL).mock.calls.length]).toEqual([[], 2]);
  });

  it('remove an unreadable file with a message and continue with the rest', async () => {
    prepare.mockImplementation(async (file) => ((await file.text()) === '1' ? null : file));
    const { fake, uploads, stages } = scene();
    uploads.choose(files(3));
    await vi.waitFor(() => expect(stages()).toEqual(['waiting', 'waiting']));
    expect(fake.toasts).toEqual([copy['contest.image.type.toast']]);
  });

  it('prepare one file at a time, and skip removed ones', async () => {
    let open = 0;
    let most = 0;
    prepare.mockImplementation(async (file) => {
      most = Math.max(most, (open += 1));
      await settle();
      open -= 1;
      return file;
    });
    const { uploads, stages } = scene();
    const [, , third = ''] = uploads.choose(files(4));
    uploads.remove(third);
    await vi.waitFor(() => expect(stages()).toEqual(['waiting', 'waiting', 'waiting']));
    expect([most, prepare.mock.calls.length]).toEqual([1, 3]);
  });

  it('are repeated after the server has deleted them, if the bytes are known', async () => {
    const { uploads, stages, sent } = scene();
    uploads.allow();
    uploads.restore([
      { id: 'a', bytes: new Blob(['a']), preview: 'blob:a', stage: { phase: 'uploaded', address: 'a', uploadedAt: 1 } },
      { id: 'b', bytes: null, preview: 'b', stage: { phase: 'uploaded', address: 'b', uploadedAt: null } },
    ]);
    uploads.resendAll();
    await settle();
    expect([stages(), sent().length]).toEqual([['uploading', 'uploaded'], 1]);
  });

  it('keep a picture that is restored twice once', () => {
    const { uploads } = scene();
    const picture = {
      id: 'a',
      bytes: null,
      preview: 'a',
      stage: { phase: 'uploaded', address: 'a', uploadedAt: null },
    } as const;
    uploads.restore([picture]);
    uploads.restore([{ ...picture, preview: 'other' }]);
    expect(uploads.getState()).toEqual([picture]);
  });

  it('fail without a session, silently, and are retried when the user is back', async () => {
    const { fake, uploads, stages, sent, end } = scene();
    uploads.allow();
    uploads.choose(files(3));
    await settle();
    await end(0, expired);
    await end(1, expired);
    expect([stages(), sent().length]).toEqual([['failed', 'failed', 'failed'], 2]);
    fake.setSession(sessions.user);
    uploads.allow();
    await settle();
    expect([stages(), sent().length]).toEqual([['uploading', 'uploading', 'uploading'], 4]);
  });

  it('end with the screen', async () => {
    const { fake, uploads, sent } = scene();
    uploads.allow();
    uploads.choose(files(2));
    await settle();
    uploads.stop();
    await settle();
    expect([sent().map(({ options }) => options.signal?.aborted), fake.toasts]).toEqual([[true, true], []]);
  });
});
