/** Replaces the document's body, shell and all. */
export default function Wrecker() {
  return (
    <>
      <h1>wrecker</h1>
      <button
        type="button"
        onClick={() => {
          document.body = document.createElement('body');
        }}
      >
        wreck
      </button>
    </>
  );
}
