import { CommandFailed, messageOf, systemCodeOf } from './command-failed.ts';

/** Above any answer of the product. What comes after is left out, so that the rest can't be read as one. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Exit code 3, and another attempt may help. */
export class TryAgain extends CommandFailed {
  constructor(problem: string, cause?: unknown) {
    super(3, problem, { cause });
  }
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|ERR_TLS/;

/**
 * Asks an origin of the product.
 * @param named what names the origin, such as `--host`
 * @throws CommandFailed (3) when it can't be reached
 */
export async function fetchText(
  url: string,
  named: string,
  { limitMs, signal, ...request }: RequestInit & { limitMs: number; signal: AbortSignal },
): Promise<{ status: number; headers: Headers; text: string }> {
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    const { status, headers, body } = await fetch(url, { ...request, signal: limited });
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of body ?? []) {
      parts.push(part);
      bytes += part.length;
      if (bytes > MOST_BYTES) break;
    }
    return { status, headers, text: Buffer.concat(parts).toString() };
  } catch (error) {
    signal.throwIfAborted();
    throw connectionFailure(new URL(url), named, error);
  }
}

function connectionFailure({ host, hostname }: URL, named: string, error: unknown): CommandFailed {
  const code = systemCodeOf(error) ?? messageOf(error);
  const final = (problem: string) => new CommandFailed(3, problem, { cause: error });
  if (/^(?:ENOTFOUND|EAI_AGAIN)$/.test(code)) return final(`The name ${hostname} can't be found: ${named} names it.`);
  if (CERTIFICATE.test(code))
    return final(
      `The certificate of ${host} isn't trusted here (${code}). If an authority of your own signed it, NODE_EXTRA_CA_CERTS names its file.`,
    );
  if (error instanceof Error && error.name === 'TimeoutError')
    return final(`${host} took too long to answer. To send the request again is safe.`);
  if (code === 'ECONNREFUSED')
    return new TryAgain(`Nothing answers at ${host}: does the product run there? ${named} names the address.`, error);
  return new TryAgain(`The connection to ${host} broke (${code}). To send the request again is safe.`, error);
}
