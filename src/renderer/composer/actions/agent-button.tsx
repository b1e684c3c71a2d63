import { ChevronDown } from 'lucide-react';
import { memo, useId, useRef, useState } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { Thinking } from '../../../shared/workspace/workspace.ts';
import { loadAhead, AgentPopover } from './agent-popover.tsx';

type AgentButtonProps = {
  name: string;
  model: string;
  inLoop: boolean;
  byItself: boolean;
  /** `off` too for an agent whose model never thinks on request. */
  thinking: Thinking;
};

/** Says who works in the open chat, and opens the choice over the composer. */
export const AgentButton = memo(function AgentButton(props: AgentButtonProps) {
  const { name, model, inLoop, byItself, thinking } = props;
  const level = thinking === 'off' ? '' : ` · ${thinking}`;
  const button = useRef<HTMLButtonElement>(null);
  const popoverId = useId();
  const [open, setOpen] = useState(false);
  const shown = visibleText(model === '' ? name : model, 'line');
  const isSame = shown.toLowerCase() === name.toLowerCase();
  const words = `${isSame ? shown : `${name} · ${shown}`}${level && `${level} thinking`}`;
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={`Agent: ${words}${byItself ? ', decides by itself' : ''}`}
        title="Choose who works in this chat"
        aria-haspopup="dialog"
        aria-expanded={open}
        popoverTarget={popoverId}
        onPointerEnter={loadAhead}
        onFocus={loadAhead}
        className={
          'hit ms-1 @max-[27rem]:ms-0 inline-flex min-w-0 items-center gap-1 rounded-control px-2 @max-[27rem]:px-1 text-second text-secondary ' +
          'hover:bg-hover hover:text-ink aria-expanded:bg-selected aria-expanded:text-ink'
        }
      >
        <span className="min-w-0 truncate pe-px">
          {inLoop ? (
            <ModelName name={shown} />
          ) : (
            <>
              {visibleText(name, 'line')}
              {!isSame && <span className="@max-[36rem]:hidden"> · {shown}</span>}
              {byItself && <span className="@max-[36rem]:hidden"> · decides by itself</span>}
            </>
          )}
          {level}
        </span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0 text-tertiary" />
      </button>
      <AgentPopover open={open} id={popoverId} anchor={button} onOpenChange={setOpen} />
    </>
  );
});

/** A Claude model is called as people call it, where there is little room by its family. */
function ModelName({ name }: { name: string }) {
  const [, family, ...version] = /^claude-([a-z]+)-(\d+)(?:-(\d{1,2}))?(?:-\d{8})?$/.exec(name) ?? [];
  if (family === undefined) return name;
  return (
    <>
      <span className="@max-[36rem]:hidden">Claude </span>
      <span className="capitalize">{family}</span> {version.filter(Boolean).join('.')}
    </>
  );
}
