/** Ids of the JSON data blocks that the host's origin puts into the page. */
export const SETTINGS_ELEMENT_ID = 'runtime-settings';
export const REGISTRY_ELEMENT_ID = 'remotes-registry';
