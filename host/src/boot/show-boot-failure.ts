/** Shows the plain failure message that stands in the page itself: for faults before anything can be drawn. */
export function showBootFailure(page: Document = document): void {
  page.getElementById('boot-failed')?.removeAttribute('hidden');
}
