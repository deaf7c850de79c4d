/** A release that isn't published; the message says why, and the registry is as it was. */
export class ReleaseRefusedError extends Error {
  override name = 'ReleaseRefusedError';

  constructor(source: string, why: string) {
    super(`The release at ${source} was not published: ${why}`);
  }
}

/** The remote is published from another origin, and nobody said that it moves. */
export class PublishedElsewhereError extends ReleaseRefusedError {
  override name = 'PublishedElsewhereError';
  readonly remote: string;
  /** Address of the entry that stands in the registry. */
  readonly standing: string;

  constructor(source: string, name: string, standing: string) {
    super(source, `${name} is published from ${new URL(standing).origin}, and a name belongs to one team. If ${name} itself moves here, say so with --move.`);
    this.remote = name;
    this.standing = standing;
  }
}
