import type { Exchange, TimeLimit } from './exchange.ts';
import type { Fields } from './signing.ts';

/** `fetch` reports no progress. Loaded lazily: importing its importer's code would create a third file. */
export function upload(
  url: string,
  {
    headers,
    fields,
    files,
    limit,
    bodyLimit,
    onProgress,
    createXhr,
  }: {
    headers: Readonly<Record<string, string>>;
    fields: Fields;
    files: Readonly<Record<string, Blob>>;
    limit: TimeLimit;
    bodyLimit: number;
    /** @param sent 0 to 1 */
    onProgress: ((sent: number) => void) | undefined;
    createXhr: () => XMLHttpRequest;
  },
): Promise<Exchange> {
  return new Promise((resolve) => {
    const request = createXhr();
    const fail = (reason: 'network' | 'malformed') => resolve({ ok: false, reason });
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);

    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      limit.progress();
      if (lengthComputable && total > 0) onProgress?.(Math.min(1, loaded / total));
    });
    request.upload.addEventListener('load', () => {
      limit.progress();
      onProgress?.(1);
    });
    request.addEventListener('progress', ({ loaded }) => {
      limit.progress();
      if (loaded <= bodyLimit) return;
      fail('malformed');
      request.abort();
    });
    request.addEventListener('load', () =>
      resolve({ ok: true, text: request.responseText, headers: { get: (name) => request.getResponseHeader(name) } }),
    );
    request.addEventListener('error', () => fail('network'));
    limit.signal.addEventListener('abort', () => request.abort());

    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const [name, file] of Object.entries(files)) form.append(name, file);
    request.send(form);
  });
}
