/** No answer of the product comes near this size, bytes. */
const BODY_LIMIT = 1024 * 1024;

/**
 * Reads a body as UTF-8, as far as it is worth reading.
 * @returns `null` when it is larger than 1 MB; rejects when the connection breaks off
 */
export async function readBoundedText(response: Response): Promise<string | null> {
  if (!response.body) {
    const text = await response.text();
    return text.length > BODY_LIMIT ? null : text;
  }
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > BODY_LIMIT) {
      void reader.cancel().catch(() => {}); // the rest is of no use
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
