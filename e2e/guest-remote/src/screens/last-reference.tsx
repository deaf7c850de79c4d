function reference(element: HTMLElement | null): void {
  if (element === null) throw new Error('thrown on purpose by a reference');
}

/** Its reference is told that the element goes, and throws. */
export default function LastReference() {
  return <h1 ref={reference}>last reference</h1>;
}
