import { Check, ChevronDown, Info, Paperclip, Plus, ShieldCheck } from 'lucide-react';
import { memo, type RefObject, useId, useRef } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Approvals } from '../../../shared/previews/decision.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import { useParley } from '../../parley-context.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { ContextRing } from './agent-button.tsx';
import { InstructionsPopover, instructionsTitle } from './instructions-popover.tsx';
import { besideOthers, inTheirPlace } from './beside-others.ts';
import { DeliberateChoice } from './deliberate-choice.tsx';
import { WhereItWorksItems } from './where-choice.tsx';

type ComposerExtrasProps = {
  workspace: Workspace;
  /** True while it can still be chosen where the chat works. */
  isNew: boolean;
  onFiles(files: File[]): void;
};

export function ComposerExtras({ workspace, isNew, onFiles }: ComposerExtrasProps) {
  const { id, approvals, agent, waiting, usage } = workspace;
  const { chat, context } = usage;
  return (
    <>
      <Choices
        {...{ id, approvals, onFiles }}
        inLoop={agent.inLoop}
        guarded={waiting > 0}
        whereItWorks={isNew ? workspace : null}
      />
      {chat.input + chat.output + context > 0 && <ContextRing workspace={workspace} />}
    </>
  );
}

type ChoicesProps = {
  id: WorkspaceId;
  approvals: Approvals;
  inLoop: boolean;
  guarded: boolean;
  /** A chat for which it can still be chosen where it works. */
  whereItWorks: Workspace | null;
  onFiles(files: File[]): void;
};

/** Side by side, or in a menu at the other end: where there is no room, and in a low window, with its field in the same line. */
const Choices = memo(function Choices(props: ChoicesProps) {
  const { id, approvals, inLoop, guarded, whereItWorks, onFiles } = props;
  const files = useRef<HTMLInputElement>(null);
  const attach = () => files.current?.click();
  const told = useRef<HTMLDivElement>(null);
  const toldId = useId();
  const [info, more] = [useRef<HTMLButtonElement>(null), useRef<HTMLSpanElement>(null)];
  return (
    <>
      <span className={besideOthers}>
        {inLoop && (
          <DeliberateChoice guarded={guarded}>
            <ApprovalsChoice {...{ id, approvals }} />
          </DeliberateChoice>
        )}
        <IconButton label="Attach" icon={<Paperclip aria-hidden />} onClick={attach} />
        {inLoop && (
          <IconButton
            ref={info}
            label={instructionsTitle}
            icon={<Info aria-hidden />}
            aria-haspopup="dialog"
            popoverTarget={toldId}
          />
        )}
      </span>
      <FilesInput input={files} onFiles={onFiles} />
      <span className="flex-1" />
      <span ref={more} className={inTheirPlace}>
        <DeliberateChoice guarded={guarded}>
          <MoreMenu
            {...{ id, approvals, inLoop, whereItWorks }}
            onAttach={attach}
            onTold={() => told.current?.showPopover()}
          />
        </DeliberateChoice>
      </span>
      {inLoop && <InstructionsPopover ref={told} id={toldId} workspaceId={id} openers={[info, more]} />}
    </>
  );
});

const approvalLabels = { ask: 'Ask before edits', 'auto-edits': 'Edit without asking' } as const;

/**
 * Who applies the agent's edits, from the next preview on. Plans and protected files wait for the person either
 * way.
 */
function ApprovalsChoice({ id, approvals }: Pick<ChoicesProps, 'id' | 'approvals'>) {
  const { setApprovals } = useParley();
  const hint = 'Who applies the agent’s edits. Plans and protected files always wait for you.';
  return (
    <span
      className={
        'hit relative inline-flex shrink-0 items-center gap-1 rounded-control px-2 text-second text-secondary ' +
        'hover:bg-hover hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus'
      }
    >
      <ShieldCheck aria-hidden className="size-4 @min-[48rem]:hidden" />
      <span aria-hidden className="@max-[48rem]:hidden">
        {approvalLabels[approvals]}
      </span>
      <ChevronDown aria-hidden className="size-3.5 text-tertiary @max-[48rem]:hidden" />
      <select
        aria-label="Edits"
        title={hint}
        value={approvals}
        onChange={({ target }) => setApprovals(id, target.value === 'auto-edits' ? 'auto-edits' : 'ask')}
        className="absolute inset-0 w-full cursor-pointer opacity-0"
      >
        {Object.entries(approvalLabels).map(([value, label]) => (
          <option key={value} value={value} className="bg-raised text-ink">
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}

type MoreMenuProps = Pick<ChoicesProps, 'id' | 'approvals' | 'inLoop' | 'whereItWorks'> & {
  onAttach(): void;
  onTold(): void;
};

function MoreMenu({ id, approvals, inLoop, whereItWorks, onAttach, onTold }: MoreMenuProps) {
  const { setApprovals } = useParley();
  return (
    <Menu label="More" icon={<Plus aria-hidden />}>
      <MenuItem icon={<Paperclip aria-hidden />} onChoose={onAttach}>
        Attach files
      </MenuItem>
      {(inLoop ? (['ask', 'auto-edits'] as const) : []).map((choice) => (
        <MenuItem
          key={choice}
          icon={<Check aria-hidden className={choice === approvals ? '' : 'invisible'} />}
          onChoose={() => setApprovals(id, choice)}
        >
          {approvalLabels[choice]}
          {choice === approvals && <span className="sr-only"> (chosen)</span>}
        </MenuItem>
      ))}
      {whereItWorks !== null && <WhereItWorksItems workspace={whereItWorks} />}
      {inLoop && (
        <MenuItem icon={<Info aria-hidden />} onChoose={onTold}>
          {instructionsTitle}
        </MenuItem>
      )}
    </Menu>
  );
}

type FilesInputProps = { input: RefObject<HTMLInputElement | null>; onFiles(files: File[]): void };

function FilesInput({ input, onFiles }: FilesInputProps) {
  return (
    <input
      ref={input}
      type="file"
      multiple
      hidden
      aria-label="Files to attach"
      onChange={({ currentTarget }) => {
        onFiles([...(currentTarget.files ?? [])]);
        currentTarget.value = '';
      }}
    />
  );
}
