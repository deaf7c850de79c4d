/**
 * Ends the task that runs, so that touches and other scripts get their turn, and goes on in another. By a message, since
 * timers wait for a second in a page that can't be seen.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
