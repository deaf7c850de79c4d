import type { Exchange, TellHeaders, TimeLimit } from './exchange.ts';
import type { Fields } from './signing.ts';

export interface UploadOptions {
  headers: Readonly<Record<string, string>>;
  fields: Fields;
  files: Readonly<Record<string, Blob>>;
  limit: TimeLimit;
  /** No answer is read further than this, bytes. */
  bodyLimit: number;
  onHeaders: TellHeaders;
  /** How much of the whole has been sent, 0 to 1. */
  onProgress: (sent: number) => void;
  createRequest: () => XMLHttpRequest;
}

export type Upload = typeof upload;

/**
 * Sends files as multipart, by XMLHttpRequest since `fetch` tells no progress of what it sends. Any progress, up or
 * down, ends the silence that the limit bounds. Loaded lazily: most visits send none, so it
 * imports nothing of the code that loads it, which a bundler would move into a file of its own.
 */
export function upload(url: string, { headers, fields, files, limit, bodyLimit, onHeaders, onProgress, createRequest }: UploadOptions): Promise<Exchange> {
  return new Promise((resolve) => {
    const request = createRequest();
    const refuse = (reason: 'network' | 'malformed') => resolve({ ok: false, reason });
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);

    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      limit.progress();
      if (lengthComputable && total > 0) onProgress(Math.min(1, loaded / total));
    });
    request.upload.addEventListener('load', () => {
      limit.progress();
      onProgress(1);
    });
    request.addEventListener('progress', ({ loaded }) => {
      limit.progress();
      if (loaded <= bodyLimit) return;
      refuse('malformed');
      request.abort();
    });
    request.addEventListener('load', () => {
      onHeaders({ get: (name) => request.getResponseHeader(name) });
      const text = request.responseText;
      if (text.length > bodyLimit) refuse('malformed');
      else resolve({ ok: true, text });
    });
    request.addEventListener('error', () => refuse('network'));
    limit.signal.addEventListener('abort', () => request.abort(), { once: true });

    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const [name, file] of Object.entries(files)) form.append(name, file);
    request.send(form);
  });
}
