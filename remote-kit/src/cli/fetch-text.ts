import { codeOf, CommandFailed, messageOf } from './command-failed.ts';

/** Above any answer of the product. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Exit code 3, and another attempt may help. */
export class TryAgain extends CommandFailed {
  constructor(problem: string, options?: ErrorOptions) {
    super(3, problem, options);
  }
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|ERR_TLS/;

/**
 * Asks an origin of the product.
 * @param named what names the origin, such as `--host`
 * @throws CommandFailed: 3 when it can't be reached, 2 when it isn't the product's
 */
export async function fetchText(
  url: string,
  named: string,
  { limitMs, signal, ...request }: RequestInit & { limitMs: number; signal: AbortSignal },
): Promise<{ status: number; headers: Headers; text: string }> {
  const { host, hostname } = new URL(url);
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    const { status, headers, body } = await fetch(url, { ...request, signal: limited });
    const parts: Uint8Array[] = [];
    let left = MOST_BYTES;
    for await (const part of body ?? []) {
      left -= part.length;
      if (left < 0)
        throw new CommandFailed(2, `${host} answers with more than anything of the product: ${named} names it.`);
      parts.push(part);
    }
    return { status, headers, text: Buffer.concat(parts).toString() };
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof CommandFailed) throw cause;
    const reason = cause instanceof Error ? (cause.cause ?? cause) : cause;
    const code = codeOf(reason) || messageOf(reason);
    if (/^(?:ENOTFOUND|EAI_AGAIN)$/.test(code))
      throw new CommandFailed(3, `The name ${hostname} can't be found: ${named} names it.`, { cause });
    if (CERTIFICATE.test(code)) {
      const remedy = 'If an authority of your own signed it, NODE_EXTRA_CA_CERTS names its file.';
      throw new CommandFailed(3, `The certificate of ${host} isn't trusted here (${code}). ${remedy}`, { cause });
    }
    if (cause instanceof Error && cause.name === 'TimeoutError')
      throw new CommandFailed(3, `${host} took too long to answer. To send the request again is safe.`, { cause });
    throw new TryAgain(
      code === 'ECONNREFUSED'
        ? `Nothing answers at ${host}: does the product run there? ${named} names the address.`
        : `The connection to ${host} broke (${code}). To send the request again is safe.`,
      { cause },
    );
  }
}
