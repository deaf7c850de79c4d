import { answerCode, type CallResult, type HostServices } from '@fridge/shared-contracts';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { copy } from '../copy.ts';
import { UPLOADS_AT_A_TIME } from './picture-machine.ts';
import { createPictureUploads, type PictureUploads } from './picture-uploads.ts';
import { preparePhoto } from './prepare-photo.ts';
import { createUploadLine } from './upload-line.ts';

/** The forms of a page share one line: two uploads at a time in all. */
const line = createUploadLine(UPLOADS_AT_A_TIME);

/**
 * A form's pictures, sent by the host's own uploads (spec section 7, `uploadWork`). Where the session has run out, sending
 * one again asks for the login first; the login is asked for at a press alone, not by nine uploads at once.
 */
export function createHostUploads(host: HostServices): PictureUploads {
  const uploads = createPictureUploads({
    prepare: preparePhoto,
    send: (bytes, { signal, onProgress }) => line(signal, async () => {
      const { status, fridge } = host.session.getState();
      if (status !== 'user' || fridge === null) return { ok: false, signedOut: true, message: '' };
      const { fridgeId } = fridge;
      // Quiet: nine failures are one message, not nine toasts over each other.
      const answer = await host.requests.call(contestCalls.uploadWork, { fridgeId }, { files: { imgUrl: bytes }, signal, onProgress, quiet: true });
      return answer.ok ? { ok: true, address: answer.data.imgUrl } : { ok: false, signedOut: answer.code === answerCode.notAuthorized, message: uploadMessage(answer) };
    }),
    onRefused: (why) => host.feedback.toast('file' in why ? copy['contest.image.type.toast'] : why.upload),
  });
  const retry = async (id: string) => {
    if ((await host.session.require()).allowed) uploads.retry(id);
  };
  return { ...uploads, retry: (id) => void retry(id) };
}

/** The server's own words where it has ruled; anything else on this client is "系统异常" (spec section 8). */
function uploadMessage(answer: Extract<CallResult<unknown>, { ok: false }>): string {
  const ruled = answer.reason === 'refused' || answer.reason === 'notice';
  return ruled && answer.message !== '' ? answer.message : copy['contest.upload.transport.toast'];
}
