export function Crescent({ className }: { className?: string | undefined }) {
  return (
    <svg aria-hidden="true" focusable="false" className={className} viewBox="0 0 24 24">
      <path d="M14.6 2.4a9.9 9.9 0 1 0 7 13.6A8.2 8.2 0 0 1 14.6 2.4Z" fill="currentColor" />
    </svg>
  );
}
