import { Agent, type Dispatcher } from 'undici';

/** Of one team in this process, so that a backend that hangs exhausts nothing but its own share. */
export const MAX_CALLS_PER_TEAM = 50;

const CONNECT_LIMIT_MS = 3_000;

/** Connections to backends. It verifies certificates, follows no redirect and retries nothing. */
export class BoundedAgent extends Agent {
  constructor() {
    super({ connections: MAX_CALLS_PER_TEAM, pipelining: 1, connect: { timeout: CONNECT_LIMIT_MS } });
  }

  override request<Opaque = null>(options: Dispatcher.RequestOptions<Opaque>): Promise<Dispatcher.ResponseData<Opaque>>;
  override request<Opaque = null>(
    options: Dispatcher.RequestOptions<Opaque>,
    callback: (error: Error | null, data: Dispatcher.ResponseData<Opaque>) => void,
  ): void;
  /** `headersTimeout` bounds the whole exchange, from the connection to the last byte. */
  override request<Opaque = null>(
    { headersTimeout, ...options }: Dispatcher.RequestOptions<Opaque>,
    callback?: (error: Error | null, data: Dispatcher.ResponseData<Opaque>) => void,
  ): Promise<Dispatcher.ResponseData<Opaque>> | void {
    const bounded = {
      ...options,
      headersTimeout: 0,
      bodyTimeout: 0,
      ...(typeof headersTimeout === 'number' && { signal: AbortSignal.timeout(headersTimeout) }),
    };
    return callback === undefined ? super.request(bounded) : super.request(bounded, callback);
  }
}
