import type { HostServices } from '@fridge/shared-contracts';
import type { Report } from '@fridge/shared-contracts/activities/report';
import { useStore } from '@fridge/shared-ui';
import { useState } from 'react';
import { leaveForDraw } from '../flow/left-for-draw.ts';

/** The draw, another team's remote, and the name of its window in the settings. */
const DRAW_PATH = '/draw';
const DRAW_WINDOW = 'draw';
/** Who came from the draw to share goes back to it. */
const FROM_DRAW = 'lotteryDraw';

export interface DrawEntryState {
  /** The draw button: in the app, while the draw is there and open. */
  shown: boolean;
  /** The picture beside it, until it is closed. */
  entryShown: boolean;
  open: () => void;
  close: () => void;
}

/** Whether and how the report leads to the draw (spec section 4, "Draw entry"). */
export function useDrawEntry(host: HostServices, report: Report): DrawEntryState {
  const [closed, setClosed] = useState(false);
  useStore(host.windows);
  const shown = host.environment.inApp && host.navigation.opens(DRAW_PATH) && host.windows.stateOf(DRAW_WINDOW) === 'open';
  return {
    shown,
    entryShown: shown && !closed,
    open: () => {
      host.tracking.click('report.end.draw');
      // By the screen and not the page's own context: the draw leads here without a new page.
      if (host.navigation.query['comeFrom'] === FROM_DRAW) host.navigation.back();
      else {
        leaveForDraw(host, report);
        host.navigation.push(DRAW_PATH);
      }
    },
    close: () => {
      host.tracking.click('report.end.drawClose');
      setClosed(true);
    },
  };
}
