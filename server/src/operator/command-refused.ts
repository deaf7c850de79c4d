/** The message tells the operator why, and what would work. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
}
