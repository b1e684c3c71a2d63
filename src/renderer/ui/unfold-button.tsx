type UnfoldButtonProps = {
  unfolded: boolean;
  words: readonly [folded: string, unfolded: string];
  onUnfoldedChange(unfolded: boolean): void;
};

/** Shows or hides the rest of something. */
export function UnfoldButton({ unfolded, words, onUnfoldedChange }: UnfoldButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={unfolded}
      className="hit -mx-1 rounded-control px-1 text-small text-secondary underline decoration-edge underline-offset-3 hover:text-ink"
      onClick={() => onUnfoldedChange(!unfolded)}
    >
      {words[unfolded ? 1 : 0]}
    </button>
  );
}
