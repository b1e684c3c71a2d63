/** The icon's shape in the current text colour: a speech bubble that is a P. */
export function ParleyMark({ className = '' }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="12 8 42 51" className={`shrink-0 fill-current ${className}`}>
      <path fillRule="evenodd" d="M15 28a18 18 0 1 1 18 18h-6L15 57Zm18-8a8 8 0 1 0 0 16 8 8 0 0 0 0-16Z" />
    </svg>
  );
}
