/** To the head; for requests as those of modules, or of pictures. */
export function addLink(attributes: Readonly<Record<string, string>>): void {
  const link = document.createElement('link');
  if (attributes['as'] !== 'image') link.crossOrigin = 'anonymous';
  for (const name of Object.keys(attributes)) link.setAttribute(name, String(attributes[name]));
  document.head.appendChild(link);
}
