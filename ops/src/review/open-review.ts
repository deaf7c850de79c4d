import type { Server } from 'node:http';
import { openOrigin } from '../origins/serve-origin.ts';
import { LOOPBACK_ADDRESS } from '../product/ports.ts';
import type { StateFolder } from '../workspace.ts';
import { beginKeys } from './one-time-keys.ts';
import { createReviewOrigin } from './review-origin.ts';

/** Opens the review page's port, on loopback whatever `HOST` says. Links of a product that ran before open nothing. */
export async function openReview(port: number, state: Pick<StateFolder, 'operatorSocket' | 'reviewKeys'>): Promise<Server> {
  await beginKeys(state.reviewKeys, port);
  return openOrigin(createReviewOrigin({ port, socket: state.operatorSocket, keys: state.reviewKeys }), port, LOOPBACK_ADDRESS);
}
