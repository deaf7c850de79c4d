import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Environment } from '../program/environment.ts';
import { receiveMultipart } from '../edge/receive-multipart.ts';
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
 * Writes a call with files to disk as it will be forwarded: the identity's hash covers it before it is sent. Fields
 * come first, as pages send them, so that no file is read of a call that isn't signed.
 * @param file to write; the caller removes it
 * @param verify of the fields
 */
export async function receiveFiles(
  request: FastifyRequest,
  { file, environment }: { file: string; environment: Environment },
  verify: (fields: Form) => Promise<void>,
): Promise<ForwardedBody> {
  const boundary = `call-${randomUUID()}`;
  const hash = hashOfRequest(request.url);
  let bytes = 0;
  let form: Form = {};
  const count = (part: string | Buffer): Buffer => {
    const chunk = typeof part === 'string' ? Buffer.from(part) : part;
    bytes += chunk.length;
    hash.update(chunk);
    return chunk;
  };

  async function* forwarded(files: AsyncIterable<MultipartFile>): AsyncGenerator<Buffer> {
    let [left, isFirst] = [MAX_BYTES, true];
    for await (const part of files) {
      if (isFirst)
        for (const [name, value] of Object.entries(ownFields(form)))
          yield count(`${headOf(boundary, name)}\r\n\r\n${value}\r\n`);
      isFirst = false;
      yield count(`${headOf(boundary, part.fieldname, part.filename)}\r\ncontent-type: ${typeOf(part)}\r\n\r\n`);
      for await (const chunk of part.file) {
        left -= chunk.length;
        if (left < 0) throw refuse.tooLarge();
        yield count(chunk);
      }
      yield count('\r\n');
    }
    yield count(`--${boundary}--\r\n`);
  }

  const read = async (fields: Form) => {
    await verify(fields);
    form = fields;
  };
  await receiveMultipart(request, { environment, bytes: MAX_BYTES, verify: read }, (files, signal) =>
    pipeline(forwarded(files), createWriteStream(file, { flags: 'wx' }), { signal }),
  );
  return {
    content: createReadStream(file),
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes,
    request: hash.digest('hex'),
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
