/** The unit of the one program on each machine. */
export const UNIT = 'fridge@1';
