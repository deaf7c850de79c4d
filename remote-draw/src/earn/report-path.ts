/** The annual report, another team's remote: it may be switched off or not be there at all. */
export const REPORT = '/yearReport';
