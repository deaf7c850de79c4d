import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { signatureFields } from '@fridge/shared-contracts/page';
import { requestStart } from '@fridge/shared-contracts/team';
import type { Form } from '../admission/signature.ts';

/** What a backend gets. `request`: the hash that its identity carries. */
export interface ForwardedBody {
  content: string | Readable;
  contentType: string;
  bytes: number;
  request: string;
}

/** @returns the fields without those of the signature, which would let a backend repeat the call */
export function ownFields(form: Form): Form {
  return Object.fromEntries(Object.entries(form).filter(([name]) => !signatureFields.some((own) => own === name)));
}

/** @param path the call's */
export function formBody(path: string, form: Form): ForwardedBody {
  const content = new URLSearchParams(ownFields(form)).toString();
  return {
    content,
    contentType: 'application/x-www-form-urlencoded',
    bytes: Buffer.byteLength(content),
    request: hashOfRequest(path).update(content).digest('hex'),
  };
}

/** The body's bytes follow. */
export const hashOfRequest = (path: string) => createHash('sha256').update(requestStart(path));
