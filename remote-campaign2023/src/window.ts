/** Period in the settings (architecture, "Windows"). */
export const CAMPAIGN_WINDOW = 'campaign2023';
