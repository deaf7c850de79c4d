/** Offline, a reload would show the browser's error page: it waits. */
export function reloadOnline(window: Window): void {
  const reload = () => window.location.reload();
  if (window.navigator.onLine === false) window.addEventListener('online', reload, { once: true });
  else reload();
}
