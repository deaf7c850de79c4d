/** Whoever names another one beside itself comes first. */
const browsers: readonly (readonly [string, RegExp])[] = [
  ['WeChat', /MicroMessenger\/(\d{1,3})/],
  ['Edge', /Edg(?:A|iOS)?\/(\d{1,3})/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d{1,3})/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d{1,3})/],
  ['Safari', /Version\/(\d{1,3})\S* (?:Mobile\/\S+ )?Safari/],
  ['iOS', /(?:iPhone )?OS (\d{1,3})_/],
];

/** Name and major version, such as `Chrome 120`, by the user agent; an app's web view is its system's. */
export function browserOf(userAgent: string): string | null {
  for (const [name, pattern] of browsers) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return null;
}
