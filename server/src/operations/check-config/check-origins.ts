import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { DAY_MS } from '../../program/clock.ts';
import type { Environment } from '../../program/environment.ts';
import { runbook } from '../runbook.ts';
import { withinTime } from '../../bounds/within-time.ts';
import type { Problem } from './problem.ts';

/** Variables with what browsers reach the site by. */
export const publicOrigins = [
  'PUBLIC_HOST_ORIGIN',
  'PUBLIC_API_ORIGIN',
  'PUBLIC_PICTURES_ORIGIN',
  'PUBLIC_RELEASES_ORIGIN',
  'PUBLIC_OPERATIONS_ORIGIN',
] as const;

const CONNECT_LIMIT_MS = 5_000;
/** The alert comes a fortnight before; a check that fails holds up every restart. */
const CERTIFICATE_DAYS = 3;

/** Public origins as users meet them, as far as something answers there: a site that isn't up yet has no faults. */
export async function checkOrigins(environment: Environment): Promise<Problem[]> {
  const found = await Promise.all(publicOrigins.map((about) => checkOrigin(about, environment)));
  return found.flat();
}

async function checkOrigin(about: (typeof publicOrigins)[number], environment: Environment): Promise<Problem[]> {
  const origin = new URL(environment[about] ?? 'http://none');
  if (origin.protocol !== 'https:') return [];
  const socket = connectTo(origin);
  try {
    await withinTime(once(socket, 'secureConnect'), CONNECT_LIMIT_MS);
    const refusal = socket.authorized ? null : String(socket.authorizationError);
    const problem = certificateProblem({ refusal, ends: socket.getPeerCertificate().valid_to }, Date.now());
    return problem === null ? [] : [{ about, problem: `${problem} (${runbook('certificate-ends')})` }];
  } catch {
    return []; // nothing answers there
  } finally {
    socket.destroy();
  }
}

/** Connects whatever the certificate is: nothing secret is sent. */
function connectTo({ hostname, port }: URL): TLSSocket {
  const host = hostname.replace(/^\[|\]$/g, '');
  const servername = /^[\d.]+$|:/.test(host) ? '' : host;
  const socket = connect({ host, servername, port: Number(port || 443), rejectUnauthorized: false });
  return socket.on('error', () => undefined);
}

/** @param certificate.ends as of a parsed certificate: `Nov 22 10:00:00 2026 GMT` */
export function certificateProblem(
  { refusal, ends }: { refusal: string | null; ends: string },
  now: number,
): string | null {
  if (refusal !== null) return `browsers refuse its certificate: ${refusal}`;
  const end = Date.parse(ends);
  if (end - now >= CERTIFICATE_DAYS * DAY_MS) return null;
  return `its certificate ends on ${new Date(end).toISOString().slice(0, 10)}: renew it`;
}
