// @vitest-environment happy-dom
import { createFakeHost, expired, given, lost, sessions } from '@fridge/remote-kit/testing';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { copy } from '../copy.ts';
import { createPictureUploads, type PictureUploads } from './picture-uploads.ts';

const prepare = vi.hoisted(() => vi.fn<(file: Blob) => Promise<Blob | null>>());
vi.mock('./prepare-picture.ts', () => ({ preparePicture: prepare }));

const started: PictureUploads[] = [];

function scene(mayUpload = true) {
  const fake = createFakeHost({ session: mayUpload ? sessions.user : sessions.noFridge });
  const uploads = createPictureUploads(fake.host);
  started.push(uploads);
  const stages = () => uploads.getState().map(({ stage }) => stage);
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
  return { fake, uploads, stages, sent, end };
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
  it('run two at a time, in the order of choice, once there is a user with a fridge', async () => {
    const { fake, uploads, stages, sent, end } = scene(false);
    uploads.choose(files(3));
    await settle();
    expect([sent().length, stages()]).toEqual([0, ['waiting', 'waiting', 'waiting']]);
    fake.setSession(sessions.user);
    await settle();
    expect([sent().length, stages()]).toEqual([2, ['uploading', 'uploading', 'waiting']]);
    sent()[0]?.options.onProgress?.(0.5);
    expect(uploads.getState()[0]).toMatchObject({ stage: 'uploading', sent: 0.5 });
    await end(1);
    expect([sent().length, stages()]).toEqual([3, ['uploading', 'uploaded', 'uploading']]);
    for (const index of [0, 2]) await end(index);
    expect(stages()).toEqual(['uploaded', 'uploaded', 'uploaded']);
    expect(uploads.getState()[2]?.upload).toEqual({
      address: 'https://files.example/2.jpg',
      uploadedAt: expect.any(Number),
    });
  });

  it('fail one by one, show why, and are retried', async () => {
    const { fake, uploads, stages, sent, end } = scene();
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
    const [, second = '', , fourth = ''] = uploads.choose(files(4));
    await settle();
    uploads.keepOnly([second, fourth]);
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
    const { fake, uploads, stages } = scene(false);
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
    const { uploads, stages } = scene(false);
    const ids = uploads.choose(files(4));
    uploads.keepOnly(ids.filter((_, at) => at !== 2));
    await vi.waitFor(() => expect(stages()).toEqual(['waiting', 'waiting', 'waiting']));
    expect([most, prepare.mock.calls.length]).toEqual([1, 3]);
  });

  it('are repeated after the server has deleted them, if the bytes are known', async () => {
    const { uploads, stages, sent } = scene();
    uploads.restore([
      { id: 'a', bytes: new Blob(['a']), upload: { address: 'a', uploadedAt: Date.now() } },
      { id: 'b', bytes: null, upload: { address: 'b', uploadedAt: null } },
    ]);
    expect([stages(), sent()]).toEqual([['uploaded', 'uploaded'], []]);
    uploads.resendAll();
    await settle();
    expect([stages(), sent().length]).toEqual([['uploading', 'uploaded'], 1]);
  });

  it('are repeated from a draft when they are old, the clock was changed, or there were none', async () => {
    const now = Date.now();
    const hour = 60 * 60 * 1000;
    const bytes = new Blob(['a']);
    const { uploads, stages } = scene(false);
    uploads.restore(
      [now - 11 * hour, now - 13 * hour, now + hour].map((uploadedAt, id) => ({
        id: String(id),
        bytes,
        upload: { address: 'a', uploadedAt },
      })),
    );
    uploads.restore([
      { id: '3', bytes, upload: null },
      { id: '4', bytes: null, upload: null },
    ]);
    expect(stages()).toEqual(['uploaded', 'waiting', 'waiting', 'waiting']);
  });

  it('keep a picture that is restored twice once', () => {
    const { uploads } = scene();
    uploads.restore([{ id: 'a', bytes: null, upload: { address: 'a', uploadedAt: null } }]);
    uploads.restore([{ id: 'a', bytes: null, upload: { address: 'other', uploadedAt: null } }]);
    expect(uploads.getState()).toEqual([
      { id: 'a', bytes: null, upload: { address: 'a', uploadedAt: null }, preview: 'a', stage: 'uploaded', sent: 0 },
    ]);
  });

  it('fail without a session, silently, and are retried when the user is back', async () => {
    const { fake, uploads, stages, sent, end } = scene();
    uploads.choose(files(3));
    await settle();
    await end(0, expired);
    await end(1, expired);
    expect([stages(), sent().length, fake.toasts]).toEqual([['failed', 'failed', 'failed'], 2, []]);
    fake.setSession(sessions.user);
    await settle();
    expect([stages(), sent().length]).toEqual([['uploading', 'uploading', 'waiting'], 4]);
  });

  it('end with the screen', async () => {
    const { fake, uploads, sent } = scene();
    uploads.choose(files(2));
    await settle();
    uploads.stop();
    await settle();
    expect([sent().map(({ options }) => options.signal?.aborted), fake.toasts]).toEqual([[true, true], []]);
  });
});
