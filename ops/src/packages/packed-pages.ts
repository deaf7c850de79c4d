import type { PackedPackage } from './packed-packages.ts';

/** What people read of a package: its name there, and where it is in the repository. */
export const packedPages = ({ folder, pages = {} }: PackedPackage): [to: string, from: string][] => [
  ['README.md', `${folder}/README.md`],
  ['CHANGELOG.md', `${folder}/CHANGELOG.md`],
  ...Object.entries(pages),
];

/** A link to a file of the repository, which a package doesn't have: its text stays. */
const REPOSITORY_LINK = /\[([^\]]+)\]\((?!https?:|#)[^)]+\)/g;

/** A Markdown file as it is packed. */
export const packedText = (text: string): string => text.replace(REPOSITORY_LINK, '$1');
