import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Form } from '../admission/signature.ts';
import type { Environment } from '../program/environment.ts';
import { readBody, uploadLimits } from './read-body.ts';
import { refuse } from './refusal.ts';

/** Multipart overhead around the files. */
const ENVELOPE_BYTES = 64 * 1024;

type Received = {
  environment: Environment;
  /** Of all files. */
  bytes: number;
  /** Called once with all fields: before the first file, or after the files if those may come before the signature. */
  verify: (fields: Form) => Promise<void>;
  fileMayComeFirst?: boolean;
};

const refusals = { tooLarge: refuse.tooLarge, late: refuse.slowUpload, broken: refuse.badInput };

/**
 * Receives a call with files, within the limits of uploads. No field may follow the verified ones.
 * @param keep reads the files one after another; the signal aborts when the body is late
 * @throws Refusal 413 for a large body, 400 for a malformed, slow or stalled one, or one without a file, and what
 *   `verify` and `keep` throw
 */
export const receiveMultipart = (
  request: FastifyRequest,
  { environment, bytes, ...received }: Received,
  keep: (files: AsyncIterable<MultipartFile>, signal: AbortSignal) => Promise<void>,
): Promise<void> =>
  readBody(request, uploadLimits(environment, bytes + ENVELOPE_BYTES), refusals, async (signal) => {
    if (!request.isMultipart()) throw refuse.badInput();
    await keep(filesOf(request.parts(), received), signal);
  });

async function* filesOf(
  parts: AsyncIterable<Multipart>,
  { verify, fileMayComeFirst = false }: Omit<Received, 'environment' | 'bytes'>,
): AsyncGenerator<MultipartFile> {
  // No prototype: `__proto__` is an ordinary name.
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  let [files, isVerified] = [0, false];
  for await (const part of parts) {
    if (part.type === 'field') {
      if (!isReadable(part) || part.fieldname in fields || isVerified) throw refuse.badInput();
      fields[part.fieldname] = part.value;
      continue;
    }
    if (!isVerified && (!fileMayComeFirst || 'token' in fields)) {
      await verify(fields);
      isVerified = true;
    }
    files += 1;
    yield part;
  }
  if (files === 0) throw refuse.badInput(); // a call without files is a form
  if (!isVerified) await verify(fields);
}

/** Whether a text part came whole, under a name that came whole, and PostgreSQL can store both. */
const isReadable = (part: {
  fieldname: string;
  value: unknown;
  fieldnameTruncated: boolean;
  valueTruncated: boolean;
}): part is typeof part & { value: string } =>
  typeof part.value === 'string' &&
  !part.valueTruncated &&
  !part.fieldnameTruncated &&
  !`${part.fieldname}${part.value}`.includes('\0');
