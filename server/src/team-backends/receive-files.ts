import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Environment } from '../program/environment.ts';
import { isReadableField, receiveMultipart } from '../edge/receive-multipart.ts';
import { refuse } from '../edge/refusal.ts';
import { type Form, MOST_FIELDS } from '../admission/signature.ts';
import { type ForwardedBody, hashOfRequest, ownFields } from './forwarded-body.ts';

/** Of all files of a call. */
const MAX_BYTES = 20 * 1024 * 1024;

/** As many as the app lets a user choose (`choosePhotos`). */
const MOST_FILES = 9;

export const fileLimits = {
  fileSize: MAX_BYTES,
  files: MOST_FILES,
  fields: MOST_FIELDS,
  fieldSize: 64 * 1024,
  fieldNameSize: 128,
  parts: MOST_FIELDS + MOST_FILES,
  headerPairs: 16,
} as const;

/**
 * Writes a call with files to disk as it will be forwarded: the identity's hash covers it before it is sent. Fields come
 * first, as pages send them, so that no file is read of a call that isn't signed.
 * @param file to write; the caller removes it
 * @param verify of the fields
 */
export async function receiveFiles<Verified>(
  request: FastifyRequest,
  { file, environment }: { file: string; environment: Environment },
  verify: (fields: Form) => Promise<Verified>,
): Promise<{ verified: Verified; body: ForwardedBody }> {
  const boundary = `call-${randomUUID()}`;
  const hash = hashOfRequest(request.url);
  let bytes = 0;
  const done: { verified?: { by: Verified } } = {};

  async function* forwarded(): AsyncGenerator<Buffer> {
    for await (const chunk of parts()) {
      bytes += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  }

  async function* parts(): AsyncGenerator<Buffer> {
    const fields: Record<string, string> = Object.create(null) as Record<string, string>; // no prototype: `__proto__` is an ordinary name
    let left = MAX_BYTES;
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (!isReadableField(part) || part.fieldname in fields || done.verified !== undefined) throw refuse.badInput();
        fields[part.fieldname] = part.value;
        continue;
      }
      if (done.verified === undefined) {
        done.verified = { by: await verify(fields) };
        for (const [name, value] of Object.entries(ownFields(fields)))
          yield Buffer.from(`${headOf(boundary, name)}\r\n\r\n${value}\r\n`);
      }
      yield Buffer.from(`${headOf(boundary, part.fieldname, part.filename)}\r\ncontent-type: ${typeOf(part)}\r\n\r\n`);
      for await (const chunk of part.file) {
        left -= chunk.length;
        if (left < 0) throw refuse.tooLarge();
        yield chunk;
      }
      yield Buffer.from('\r\n');
    }
    yield Buffer.from(`--${boundary}--\r\n`);
  }

  await mkdir(dirname(file), { recursive: true });
  await receiveMultipart(request, { environment, bytes: MAX_BYTES }, (signal) =>
    pipeline(forwarded(), createWriteStream(file, { flags: 'wx' }), { signal }),
  );
  if (done.verified === undefined) throw refuse.badInput(); // a call without files is a form
  return {
    verified: done.verified.by,
    body: {
      content: createReadStream(file),
      contentType: `multipart/form-data; boundary=${boundary}`,
      bytes,
      request: hash.digest('hex'),
    },
  };
}

function headOf(boundary: string, name: string, fileName?: string): string {
  const named = fileName === undefined ? '' : `; filename="${escaped(fileName)}"`;
  return `--${boundary}\r\ncontent-disposition: form-data; name="${escaped(name)}"${named}`;
}

/** As browsers do (HTML, "multipart/form-data encoding algorithm"). */
const escaped = (name: string): string => name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');

const typeOf = ({ mimetype }: MultipartFile): string =>
  /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/.test(mimetype) ? mimetype : 'application/octet-stream';
