import { useId, useRef, useState } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import { shownBranch } from '../../../shared/worktrees/branch-name.ts';
import type { WorktreeStart } from '../../../shared/worktrees/chat-worktree.ts';
import type { WorktreeOffer } from '../../../shared/worktrees/worktree-offer.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import { Select } from '../../ui/select.tsx';
import { BranchField } from './branch-field.tsx';

type StartChoiceProps = {
  workspaceId: WorkspaceId;
  offer: Extract<WorktreeOffer, { offered: true }>;
  /** Null for what is checked out in the folder. */
  start: WorktreeStart | null;
  onChoose(start: WorktreeStart | null): void;
};

/** The values of what is no branch; a ref has a slash. */
const [inFolder, likeChat, another] = ['folder', 'chat', 'another'];

/** Where the branch of a worktree begins: as the folder is, at another branch, or as the worktree of another chat is. */
export function StartChoice({ workspaceId, offer, start, onChoose }: StartChoiceProps) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const [isTyping, setIsTyping] = useState(false);
  const { branch, branches, hasMoreBranches, isStartGone } = offer;
  const value = start === null ? inFolder : start.type === 'chat' ? likeChat : start.ref;
  const listed = [
    ...branches,
    ...(start?.type === 'branch' && !branches.includes(start.ref) ? [start.ref] : []),
  ];
  const [local, ofRemotes] = ['refs/heads/', 'refs/remotes/'].map((kind) =>
    listed.filter((ref) => ref.startsWith(kind)),
  );
  const gone = isStartGone ? ', gone' : '';

  function choose(chosen: string): void {
    setIsTyping(chosen === another);
    if (chosen === likeChat || chosen === another) return;
    onChoose(chosen === inFolder ? null : { type: 'branch', ref: chosen });
  }

  const options = (refs: readonly string[] = []) =>
    refs.map((ref) => (
      <option key={ref} value={ref}>
        {`${visibleText(shownBranch(ref), 'line')}${ref === value ? gone : ''}`}
      </option>
    ));
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 py-1">
      <label htmlFor={id}>Begins at</label>
      <Select
        ref={select}
        id={id}
        className="max-w-52 min-w-0"
        value={isTyping ? another : value}
        onChange={({ target }) => choose(target.value)}
      >
        {start?.type === 'chat' && <option value={likeChat}>{`the other chat’s worktree${gone}`}</option>}
        <option value={inFolder}>
          {branch === null ? 'the commit in the folder' : `${visibleText(branch, 'line')}, as in the folder`}
        </option>
        {local !== undefined && local.length > 0 && <optgroup label="Branches">{options(local)}</optgroup>}
        {ofRemotes !== undefined && ofRemotes.length > 0 && (
          <optgroup label="Branches of remotes">{options(ofRemotes)}</optgroup>
        )}
        {hasMoreBranches && <option value={another}>Another branch…</option>}
      </Select>
      {isTyping && (
        <BranchField
          workspaceId={workspaceId}
          onFound={(ref) => {
            choose(ref);
            select.current?.focus();
          }}
        />
      )}
      {start?.type === 'branch' && !isTyping && <span>Uncommitted files stay in the folder.</span>}
    </span>
  );
}
