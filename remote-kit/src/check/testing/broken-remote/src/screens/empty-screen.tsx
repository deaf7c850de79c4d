/** Draws nothing. */
export default function EmptyScreen() {
  return null;
}
