/** A request that is understood but can't be done; its message tells the operator why, and what would work. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
}
