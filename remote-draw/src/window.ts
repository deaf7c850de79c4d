/** Period in the settings (architecture, "Windows"). */
export const DRAW_WINDOW = 'draw';
