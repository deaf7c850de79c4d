/** A drawing that says what it shows; spread onto its `svg`. */
export const namedImage = (label: string) => ({ role: 'img', 'aria-label': label, focusable: false }) as const;
