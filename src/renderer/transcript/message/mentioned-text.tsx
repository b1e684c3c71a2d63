import { splitMentions } from '../../../shared/transcript/mentions.ts';

/** A person's text, the files it mentions set off quietly. */
export function MentionedText({ text, mentions }: { text: string; mentions: readonly string[] }) {
  let offset = 0;
  return splitMentions(text, mentions).map(({ text: piece, path }) => {
    const key = offset;
    offset += piece.length;
    return path === null ? (
      piece
    ) : (
      <span
        key={key}
        title={path}
        className="rounded-inset bg-active box-decoration-clone px-1 py-0.5 font-mono text-code forced-colors:border"
      >
        {piece}
      </span>
    );
  });
}
