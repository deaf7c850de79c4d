/** Another remote; may be missing. */
export const REPORT = '/yearReport';
