/** A link to a file of the repository, which a package doesn't have: its text stays. */
const REPOSITORY_LINK = /\[([^\]]+)\]\((?!https?:|#)[^)]+\)/g;

/** A Markdown file as it is packed. */
export const packedText = (text: string): string => text.replace(REPOSITORY_LINK, '$1');
