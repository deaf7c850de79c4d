export type AlbumPhoto = {
  key: string;
  label: string;
  preview: string;
  file(): Promise<File>;
};

export type ChosenPhoto = { name: string; type: string; base64: string };

const labels = {
  'tomato-egg.jpg': '番茄炒蛋',
  'dumplings.jpg': '水饺',
  'noodles.jpg': '葱油拌面',
  'greens.jpg': '清炒时蔬',
  'fruit.jpg': '水果拼盘',
  'tofu-soup.jpg': '番茄豆腐汤',
  'braised-pork.jpg': '红烧肉',
  'rice-bowl.jpg': '玉米青豆饭',
  'cucumber.jpg': '凉拌黄瓜',
};

const urls = import.meta.glob<string>('./pictures/*.jpg', { eager: true, query: '?url', import: 'default' });
const urlOf = (name: string): string => urls[`./pictures/${name}`] ?? '';

/** Wide, tall and square pictures, as phones take them. */
export const album: readonly AlbumPhoto[] = Object.entries(labels).map(([name, label]) => ({
  key: name,
  label,
  preview: urlOf(`small-${name}`),
  file: async () => new File([await (await fetch(urlOf(name))).blob()], name, { type: 'image/jpeg' }),
}));

export const ownPhoto = (file: File, key: string): AlbumPhoto => ({
  key,
  label: file.name,
  preview: URL.createObjectURL(file),
  file: () => Promise.resolve(file),
});

export async function readPhoto(file: File): Promise<ChosenPhoto> {
  return { name: file.name, type: file.type, base64: toBase64(new Uint8Array(await file.arrayBuffer())) };
}

/** Engines limit the number of arguments of `String.fromCharCode`. */
export function toBase64(bytes: Uint8Array): string {
  const SLICE = 0x8000;
  let binary = '';
  for (let start = 0; start < bytes.length; start += SLICE) {
    binary += String.fromCharCode(...bytes.subarray(start, start + SLICE));
  }
  return btoa(binary);
}
