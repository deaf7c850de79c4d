/** Its reference is told that the element goes, and throws. */
export default function LastReference() {
  const reference = (element: HTMLElement | null) => {
    if (element === null) throw new Error('thrown on purpose by a reference');
  };
  return <h1 ref={reference}>last reference</h1>;
}
