/** One after another; a failure doesn't stop the others. @throws the first failure, at the end */
export async function ofEach<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((failure: unknown) => void failures.push(failure));
  if (failures.length > 0) throw failures[0];
}
