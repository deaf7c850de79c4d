/** Several times what one page loads of all remotes. */
const KEPT_BYTES = 48 * 1024 * 1024;

/**
 * Objects in memory, since an object storage answers far slower than a disk; the least recently used goes first. Who asks
 * for one that is being read waits for it.
 * @returns gives an object, read unless it is in memory; `null` when the store has none
 */
export function objectCache(
  mostBytes = KEPT_BYTES,
): (name: string, readStored: () => Promise<Buffer | null>) => Promise<Buffer | null> {
  const kept = new Map<string, Buffer>();
  const reading = new Map<string, Promise<Buffer | null>>();
  let bytes = 0;
  const keep = (name: string, content: Buffer) => {
    kept.set(name, content);
    bytes += content.length;
    for (const [oldest, { length }] of kept) {
      if (bytes <= mostBytes) break;
      kept.delete(oldest);
      bytes -= length;
    }
  };
  const read = async (name: string, readStored: () => Promise<Buffer | null>) => {
    const content = await readStored();
    if (content !== null) keep(name, content);
    return content;
  };
  return (name, readStored) => {
    const content = kept.get(name);
    if (content !== undefined) {
      kept.delete(name);
      kept.set(name, content);
      return Promise.resolve(content);
    }
    const running = reading.get(name) ?? read(name, readStored).finally(() => reading.delete(name));
    reading.set(name, running);
    return running;
  };
}
