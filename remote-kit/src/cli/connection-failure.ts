import { CommandFailed, messageOf, systemCodeOf } from './command-failed.ts';

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|ERR_TLS/;

/** @returns what a connection's failure means, in words that say what to do (exit code 3) */
export function connectionFailure(api: string, error: unknown): CommandFailed {
  const code = systemCodeOf(error) ?? messageOf(error);
  const { host, hostname } = new URL(api);
  const where = '`api` of remote-kit.json, or --api, names the address.';
  return new CommandFailed(3, reasonOf(), { cause: error });

  function reasonOf(): string {
    if (code === 'ECONNREFUSED') return `Nothing answers at ${host}: does the product run there? ${where}`;
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The name ${hostname} can't be found: ${where}`;
    if (code === 'ETIMEDOUT') return `${host} took too long to answer. To send the request again is safe.`;
    if (CERTIFICATE.test(code))
      return `The certificate of ${host} isn't trusted here (${code}). If an authority of your own signed it, NODE_EXTRA_CA_CERTS names its file.`;
    return `The connection to ${host} broke (${code}). To send the request again is safe.`;
  }
}

/** Whether the request may have arrived, or may arrive by another attempt: what it does, it does once. */
export function mayRetry(error: unknown): boolean {
  const code = systemCodeOf(error) ?? '';
  return !CERTIFICATE.test(code) && code !== 'ENOTFOUND' && code !== 'ABORT_ERR' && code !== 'ETIMEDOUT';
}
