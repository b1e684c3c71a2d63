/** Words in backquotes as code. */
export function InlineCode({ text }: { text: string }) {
  return text.split('`').map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <code key={index} className="font-mono text-code">
        {piece}
      </code>
    ),
  );
}
