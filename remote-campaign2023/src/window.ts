/** Name, in the settings, of the period that home and guide hang on (architecture, "Windows"). */
export const CAMPAIGN_WINDOW = 'campaign2023';
