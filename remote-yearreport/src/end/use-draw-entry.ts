import type { HostServices } from '@fridge/shared-contracts';
import type { Report } from '@fridge/shared-contracts/activities/report';
import { useStore } from '@fridge/shared-ui';
import { useState } from 'react';
import { leaveForDraw } from '../flow/left-for-draw.ts';

const DRAW_PATH = '/draw';
const DRAW_WINDOW = 'draw';
/** `comeFrom` of a report that the draw opened. */
const FROM_DRAW = 'lotteryDraw';

export interface DrawEntryState {
  /** In the app, while the draw's window is open. */
  shown: boolean;
  pictureShown: boolean;
  open: () => void;
  close: () => void;
}

/** Spec section 4, "Draw entry". */
export function useDrawEntry(host: HostServices, report: Report): DrawEntryState {
  const [closed, setClosed] = useState(false);
  useStore(host.windows);
  const { environment, navigation, windows, tracking } = host;
  const shown = environment.inApp && navigation.opens(DRAW_PATH) && windows.stateOf(DRAW_WINDOW) === 'open';
  return {
    shown,
    pictureShown: shown && !closed,
    open: () => {
      tracking.click('report.end.draw');
      if (navigation.query['comeFrom'] === FROM_DRAW) navigation.back();
      else {
        leaveForDraw(host, report);
        navigation.push(DRAW_PATH);
      }
    },
    close: () => {
      tracking.click('report.end.drawClose');
      setClosed(true);
    },
  };
}
