/** The list with one item moved to another place; places beyond its ends are its ends. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = [...list];
  const [item] = rest.splice(from, 1);
  if (item === undefined) return [...list];
  rest.splice(Math.min(Math.max(to, 0), rest.length), 0, item);
  return rest;
}
