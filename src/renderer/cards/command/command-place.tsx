import { CardFrame } from '../card-frame.tsx';

/** Stands for the card of a command for the moment until that is there. */
export function CommandPlace({ line, toolCallId }: { line: string; toolCallId: string }) {
  return (
    <CardFrame
      name={`Command: ${line}`}
      toolCallId={toolCallId}
      title="Command"
      status={null}
      waiting={false}
      calling={false}
      collapsed
      onCollapsedChange={() => undefined}
    >
      {null}
    </CardFrame>
  );
}
