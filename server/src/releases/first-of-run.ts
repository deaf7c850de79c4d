/** Versions of the document that are read at a time. */
const READ_AT_ONCE = 20;

/**
 * Walks back from the latest version while versions are alike.
 * @param readBefore newest first
 * @returns the oldest of them
 */
export async function firstOfRun<Version extends { serial: number }>(
  latest: Version,
  isAlike: (version: Version) => boolean,
  readBefore: (part: { before: number; limit: number }) => Promise<Version[]>,
): Promise<Version> {
  let first = latest;
  for (;;) {
    const before = await readBefore({ before: first.serial, limit: READ_AT_ONCE });
    const end = before.findIndex((version) => !isAlike(version));
    first = (end === -1 ? before.at(-1) : before[end - 1]) ?? first;
    if (end !== -1 || before.length < READ_AT_ONCE) return first;
  }
}
