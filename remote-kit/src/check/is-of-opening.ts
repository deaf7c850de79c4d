/** Other failures are of a screen that stands. */
export const isOfOpening = ({ phase }: { phase: string }): boolean =>
  !['callback', 'call', 'share', 'shell'].includes(phase);
