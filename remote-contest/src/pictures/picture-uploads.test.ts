// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createPictureUploads, type UploadOutcome } from './picture-uploads.ts';

type Sent = { bytes: Blob; signal: AbortSignal; progress: (sent: number) => void; end: (outcome: UploadOutcome) => void };

function scene({ prepare = (file: Blob) => Promise.resolve<Blob | null>(file) } = {}) {
  const sent: Sent[] = [];
  const refused: unknown[] = [];
  const uploads = createPictureUploads({
    send: (bytes, { signal, onProgress }) => new Promise((end) => sent.push({ bytes, signal, progress: onProgress, end })),
    prepare,
    onRefused: (why) => refused.push(why),
    now: () => 7,
  });
  const stages = () => uploads.getState().map(({ stage }) => stage.phase);
  return { uploads, sent, refused, stages };
}
const files = (count: number) => Array.from({ length: count }, (_, at) => new Blob([String(at)]));
const given = (address: string): UploadOutcome => ({ ok: true, address });
const settle = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:preview');
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
});

describe('the uploads of a form', () => {
  it('run two at a time, in the order of choice, and only once they are let', async () => {
    const { uploads, sent, stages } = scene();
    await uploads.choose(files(4)).prepared;
    expect([sent.length, stages()]).toEqual([0, ['waiting', 'waiting', 'waiting', 'waiting']]);
    uploads.allow();
    expect([sent.length, stages()]).toEqual([2, ['uploading', 'uploading', 'waiting', 'waiting']]);
    sent[1]?.end(given('b'));
    await settle();
    expect([sent.length, stages()]).toEqual([3, ['uploading', 'uploaded', 'uploading', 'waiting']]);
    sent[0]?.progress(0.5);
    expect(uploads.getState()[0]?.stage).toEqual({ phase: 'uploading', sent: 0.5 });
    for (const { end } of sent) end(given('x'));
    await settle();
    sent[3]?.end(given('d'));
    await settle();
    expect(stages()).toEqual(['uploaded', 'uploaded', 'uploaded', 'uploaded']);
    expect(uploads.getState()[3]?.stage).toMatchObject({ address: 'd', uploadedAt: 7 });
  });

  it('fail one by one, are told, and go again when asked', async () => {
    const { uploads, sent, refused, stages } = scene();
    uploads.allow();
    const { ids, prepared } = uploads.choose(files(2));
    await prepared;
    sent[0]?.end({ ok: false, signedOut: false, message: '图片太大' });
    await settle();
    expect([stages(), refused]).toEqual([['failed', 'uploading'], [{ upload: '图片太大' }]]);
    uploads.retry(ids[0] ?? '');
    expect([stages(), sent.length]).toEqual([['uploading', 'uploading'], 3]);
  });

  it('are cancelled by removing the picture, which lets the next one go', async () => {
    const { uploads, sent, refused, stages } = scene();
    uploads.allow();
    const { ids, prepared } = uploads.choose(files(3));
    await prepared;
    uploads.remove(ids[0] ?? '');
    expect([sent[0]?.signal.aborted, sent.length, stages()]).toEqual([true, 3, ['uploading', 'uploading']]);
    sent[0]?.end({ ok: false, signedOut: false, message: '' });
    await settle();
    expect([refused, stages().length]).toEqual([[], 2]);
    expect(URL.revokeObjectURL).toHaveBeenCalledTimes(1);
  });

  it('take what is no picture away again, and go on with the rest', async () => {
    const { uploads, refused, stages } = scene({ prepare: async (file) => ((await file.text()) === '1' ? null : file) });
    await uploads.choose(files(3)).prepared;
    expect([stages(), refused]).toEqual([['waiting', 'waiting'], [{ file: 'unreadable' }]]);
  });

  it('prepare one file at a time, and none that was removed meanwhile', async () => {
    let open = 0;
    let most = 0;
    const prepare = vi.fn(async (file: Blob) => {
      most = Math.max(most, (open += 1));
      await settle();
      open -= 1;
      return file;
    });
    const { uploads } = scene({ prepare });
    const { ids, prepared } = uploads.choose(files(4));
    uploads.remove(ids[2] ?? '');
    await prepared;
    expect([most, prepare.mock.calls.length]).toEqual([1, 3]);
  });

  it('go again after a sweep, but not without bytes', () => {
    const { uploads, sent, stages } = scene();
    uploads.allow();
    uploads.restore([
      { id: 'a', bytes: new Blob(['a']), preview: 'blob:a', stage: { phase: 'uploaded', address: 'a', uploadedAt: 1 } },
      { id: 'b', bytes: null, preview: 'b', stage: { phase: 'uploaded', address: 'b', uploadedAt: null } },
    ]);
    uploads.resendAll();
    expect([stages(), sent.length]).toEqual([['uploading', 'uploaded'], 1]);
  });

  it('end with the screen', async () => {
    const { uploads, sent, refused } = scene();
    uploads.allow();
    await uploads.choose(files(2)).prepared;
    uploads.stop();
    sent[0]?.end({ ok: false, signedOut: false, message: '' });
    await settle();
    expect([sent.map(({ signal }) => signal.aborted), refused]).toEqual([[true, true], []]);
  });
});
