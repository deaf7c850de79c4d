/** The command can't be done; the message tells the operator why, and what would work. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
}
