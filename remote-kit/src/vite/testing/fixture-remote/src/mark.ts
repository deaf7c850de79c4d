/** Shared by the screens, by another module than the card. */
export const mark = (text: string): string => `fixture: ${text}`;
