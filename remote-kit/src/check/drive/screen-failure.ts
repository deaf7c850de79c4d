import type { FailurePhase, FailureReason } from '@fridge/shared-contracts/page';

/** Part of a visit: the screen opens, is left, and is opened again by the browser's back. */
export type VisitPart = 'opening' | 'leaving' | 'again';

/** The host tells them by its usage events. `part`: in which it was first seen. */
export type ScreenFailure = { phase: FailurePhase; reason: FailureReason; part: VisitPart };

/** Other failures are of a screen that stands. */
export const isOfOpening = ({ phase }: { phase: string }): boolean =>
  !['callback', 'call', 'share', 'shell'].includes(phase);
