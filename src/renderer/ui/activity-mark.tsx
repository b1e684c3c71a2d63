/** The only looping animation: a dot that pulses while the agent works. */
export function ActivityMark() {
  return (
    <span
      aria-hidden
      className="activity-mark inline-block size-2 shrink-0 rounded-round bg-current forced-colors:bg-[CanvasText] forced-colors:forced-color-adjust-none"
    />
  );
}
