function reference(element: HTMLElement | null): void {
  if (element === null) throw new Error('thrown on purpose by a reference');
}

/** Its ref callback throws when the element is removed. */
export default function LastReference() {
  return <h1 ref={reference}>last reference</h1>;
}
