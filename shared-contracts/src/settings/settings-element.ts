/** Id of the `<script type="application/json">` that carries the settings in the page. */
export const SETTINGS_ELEMENT_ID = 'runtime-settings';
