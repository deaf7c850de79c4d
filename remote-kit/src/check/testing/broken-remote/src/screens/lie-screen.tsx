/** What it promises isn't in the screen. */
export const Shell = () => (
  <section>
    <p>You have won</p>
    <h1>Lie</h1>
  </section>
);

export default function LieScreen() {
  return (
    <section>
      <h1>Lie</h1>
    </section>
  );
}
