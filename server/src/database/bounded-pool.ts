import { Pool, type PoolClient } from 'pg';
import { TooManyWaiting } from './database.ts';

/** Statements outside transactions that wait for a connection; above it code 429. */
export const MOST_WAITING_FOR_CONNECTIONS = 500;

type OnConnection = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void;

/** Bounds who waits for a connection in number; `connectionTimeoutMillis` bounds the time. */
export class BoundedPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: OnConnection): void;
  /** @throws TooManyWaiting */
  override connect(callback?: OnConnection): Promise<PoolClient> | void {
    const refused = this.waitingCount >= MOST_WAITING_FOR_CONNECTIONS ? new TooManyWaiting('connections') : null;
    if (callback === undefined) return refused === null ? super.connect() : Promise.reject(refused);
    if (refused === null) super.connect(callback);
    else callback(refused, undefined, () => undefined);
  }
}
