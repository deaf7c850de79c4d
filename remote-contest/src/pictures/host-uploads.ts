import { answerCode, type CallResult, type HostServices } from '@fridge/shared-contracts';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { copy } from '../copy.ts';
import { UPLOADS_AT_A_TIME } from './picture-machine.ts';
import { createPictureUploads, type PictureUploads } from './picture-uploads.ts';
import { preparePhoto } from './prepare-photo.ts';

/** Shared by the forms of a page. */
const line = createUploadLine(UPLOADS_AT_A_TIME);

/** Uploads by the host (spec section 7, `uploadWork`). Only a retry asks for a login. */
export function createHostUploads(host: HostServices): PictureUploads {
  const uploads = createPictureUploads({
    prepare: preparePhoto,
    send: (bytes, { signal, onProgress }) => line(signal, async () => {
      const { status, fridge } = host.session.getState();
      if (status !== 'user' || fridge === null) return { ok: false, signedOut: true, message: '' };
      const { fridgeId } = fridge;
      // `onRefused` shows the messages.
      const options = { files: { imgUrl: bytes }, signal, onProgress, quiet: true };
      const answer = await host.requests.call(contestCalls.uploadWork, { fridgeId }, options);
      if (answer.ok) return { ok: true, address: answer.data.imgUrl };
      return { ok: false, signedOut: answer.code === answerCode.notAuthorized, message: uploadMessage(answer) };
    }),
    onRefused: (reason) => host.feedback.toast('file' in reason ? copy['contest.image.type.toast'] : reason.upload),
  });
  const retry = async (id: string) => {
    if ((await host.session.require()).allowed) uploads.retry(id);
  };
  return { ...uploads, retry: (id) => void retry(id) };
}

/** The server's reason, or "系统异常" (spec section 8). */
function uploadMessage(answer: Extract<CallResult<unknown>, { ok: false }>): string {
  const ruled = answer.reason === 'refused' || answer.reason === 'notice';
  return ruled && answer.message !== '' ? answer.message : copy['contest.upload.transport.toast'];
}

/** Limits concurrent uploads, in order. An aborted one frees its place at once. */
export function createUploadLine(places: number) {
  let free = places;
  const waiting: (() => void)[] = [];
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };

  return async function run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    let left = false;
    const leaveOnce = () => {
      if (!left) leave();
      left = true;
    };
    signal.addEventListener('abort', leaveOnce);
    if (signal.aborted) leaveOnce();
    try {
      return await work();
    } finally {
      signal.removeEventListener('abort', leaveOnce);
      leaveOnce();
    }
  };
}
