/** The server's two clocks, milliseconds since the epoch (architecture, "Time"). */
export interface Clock {
  /** Signatures, nonces and tokens. */
  real(): number;
  /** Windows, deadlines and daily counts. */
  business(): number;
}

export function clockWith(offsetMs: number): Clock {
  return { real: () => Date.now(), business: () => Date.now() + offsetMs };
}
