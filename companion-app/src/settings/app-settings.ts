import * as v from 'valibot';

const httpUrl = v.pipe(
  v.string(),
  v.url(),
  v.check((text) => /^https?:/i.test(text), 'an http or https address'),
);

const appSettingsSchema = v.object({
  hostUrl: httpUrl,
  /** Without a trailing slash. */
  apiBase: v.pipe(
    httpUrl,
    v.transform((text) => text.replace(/\/+$/, '')),
  ),
  /** Without it no encrypted report links are made. */
  reportLinkKey: v.optional(v.pipe(v.string(), v.length(16))),
});
export type AppSettings = v.InferOutput<typeof appSettingsSchema>;

export const APP_SETTINGS_ELEMENT_ID = 'app-settings';

export function readAppSettings(text: string): AppSettings {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), appSettingsSchema), text);
  if (result.success) return result.output;
  const issue = result.issues[0];
  const path = v.getDotPath(issue) ?? 'the block';
  throw new Error(
    `The settings in <script id="${APP_SETTINGS_ELEMENT_ID}"> can't be used (${path}: ${issue.message}). ` +
      'The origin that serves this page has to replace __APP_SETTINGS__ by {"hostUrl": "...", "apiBase": "..."}.',
  );
}
