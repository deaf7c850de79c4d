import * as v from 'valibot';

const httpUrl = v.pipe(
  v.string(),
  v.url(),
  v.check((text) => /^https?:/i.test(text), 'an http or https address'),
);

/** The settings that the origin of this app puts into the page. */
const appSettingsSchema = v.object({
  /** First page of the host, with the host's base path if any. */
  hostUrl: httpUrl,
  /** Origin of the reference server, without a slash at the end. */
  apiBase: v.pipe(httpUrl, v.transform((text) => text.replace(/\/+$/, ''))),
  /** The host's key of encrypted report links; without it none are made. */
  reportLinkKey: v.optional(v.pipe(v.string(), v.length(16))),
});
export type AppSettings = v.InferOutput<typeof appSettingsSchema>;

/** Id of the `<script type="application/json">` in the served page. */
export const APP_SETTINGS_ELEMENT_ID = 'app-settings';

/** @throws Error that names what the block lacks */
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
