/** PostgreSQL's channel; a notice holds nothing, since readers look for themselves. */
export const NOTICE_CHANNEL = 'fridge_configuration';
