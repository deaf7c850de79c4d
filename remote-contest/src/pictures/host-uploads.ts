import type { CallResult, HostServices } from '@fridge/shared-contracts';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { copy } from '../copy.ts';
import { UPLOADS_AT_A_TIME } from './picture-machine.ts';
import { createPictureUploads, type PictureUploads } from './picture-uploads.ts';
import { preparePhoto } from './prepare-photo.ts';
import { createUploadLine } from './upload-line.ts';

/** The forms of a page share one line: two uploads at a time in all. */
const line = createUploadLine(UPLOADS_AT_A_TIME);

/** A form's pictures, sent by the host's own uploads (spec section 7, `uploadWork`). */
export function createHostUploads(host: HostServices): PictureUploads {
  return createPictureUploads({
    prepare: preparePhoto,
    send: (bytes, { signal, onProgress }) => line(signal, async () => {
      const fridgeId = host.session.get().fridge?.fridgeId ?? '';
      // Quiet: nine failures are one message, not nine toasts over each other.
      const answer = await host.requests.call(contestCalls.uploadWork, { fridgeId }, { files: { imgUrl: bytes }, signal, onProgress, quiet: true });
      return answer.ok ? { ok: true, address: answer.data.imgUrl } : { ok: false, aborted: answer.because === 'aborted', message: uploadMessage(answer) };
    }),
    onRefused: (why) => host.feedback.toast('file' in why ? copy['contest.image.type.toast'] : why.upload),
  });
}

/** The server's own words where it has ruled; anything else on this client is "系统异常" (spec section 8). */
function uploadMessage(answer: Extract<CallResult<unknown>, { ok: false }>): string {
  const ruled = answer.because === 'refused' || answer.because === 'notice';
  return ruled && answer.message !== '' ? answer.message : copy['contest.upload.transport.toast'];
}
