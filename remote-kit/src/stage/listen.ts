import type { Server } from 'node:http';
import { isRecord } from '@fridge/shared-contracts/page';

const LOOPBACK = '127.0.0.1';

/** @param port 0: any free one. @returns the origin */
export function listen(server: Server, port = 0): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
      server.off('error', reject);
      const address: unknown = server.address();
      resolve(`http://${LOOPBACK}:${isRecord(address) ? String(address['port']) : port}`);
    });
  });
}

export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
