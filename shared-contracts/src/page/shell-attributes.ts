// Without schemas: scripts in the page have no room for them.

/** On the element around a route's markup, with the route's path: each selector of its styles begins with it. */
export const SHELL_ATTRIBUTE = 'data-shell';

/**
 * On a button that answers before any code runs: its name. The screen carries the tap out once, on its own button of
 * the same name.
 */
export const ACTION_ATTRIBUTE = 'data-action';

/** Beside it where the action needs the tap itself (clipboard, share sheet, files): the screen asks for another. */
export const ACTIVATION_ATTRIBUTE = 'data-activation';

/** On the button whose tap is still to be carried out. */
export const PRESSED_ATTRIBUTE = 'data-pressed';

/** What a screen may draw otherwise than its shell, once it knows user, device and address. */
export const LIVE_ATTRIBUTE = 'data-live';
