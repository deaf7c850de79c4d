/** Name, in the settings, of the period that the wheel hangs on (architecture, "Windows"). */
export const DRAW_WINDOW = 'draw';
