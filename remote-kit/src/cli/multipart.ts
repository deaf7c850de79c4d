import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { PostBody } from './http-post.ts';

export interface UploadedFile {
  /** Its path in the release, which names its part. */
  readonly file: string;
  readonly path: string;
  readonly bytes: number;
}

/** A body of the field `request`, first, and one part per file, streamed from the disk. */
export function multipartBody(
  request: string,
  files: readonly UploadedFile[],
): { contentType: string; body: PostBody } {
  const boundary = `remote-kit-${randomUUID()}`;
  const field = part(boundary, 'name="request"', 'text/plain; charset=utf-8', request);
  const heads = files.map(({ file }) =>
    part(boundary, `name="${file}"; filename="${file}"`, 'application/octet-stream'),
  );
  const end = Buffer.from(`\r\n--${boundary}--\r\n`);
  const bytes = [field, ...heads, end].reduce((sum, { length }) => sum + length, 0);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: {
      bytes: files.reduce((sum, file) => sum + file.bytes, bytes),
      async *read() {
        yield field;
        for (const [index, { path }] of files.entries()) {
          yield heads[index] ?? end;
          yield* createReadStream(path);
        }
        yield end;
      },
    },
  };
}

const part = (boundary: string, disposition: string, type: string, content = ''): Buffer =>
  Buffer.from(
    `\r\n--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\ncontent-type: ${type}\r\n\r\n${content}`,
  );
