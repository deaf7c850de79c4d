/** Name, in the settings, of the window that home and guide hang on (architecture, "Windows"). */
export const CAMPAIGN_WINDOW = 'campaign2023';
