/** What a text says as JSON. @returns `null` for what is none, and where there is no text */
export function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
