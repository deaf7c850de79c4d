import { createServer, request } from 'node:http';

/** A balancer of a site: sends each request to the program that it leads to now. */
export async function openFront(port: number, first: string) {
  let target = first;
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const passed = request(`${target}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  return {
    url: `http://localhost:${port}`,
    leadTo: (program: string): void => void (target = program),
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}
