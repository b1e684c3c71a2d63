import { Check, Folder, Shield, ShieldOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { visibleJson } from '../../../shared/hidden-characters.ts';
import type {
  CommandSubject,
  LineEffect,
  Permission,
  PermissionSubject,
} from '../../../shared/permissions/permission.ts';
import { confinementText, unconfinedText } from '../../../shared/permissions/confinement-text.ts';
import { linePartText } from '../../../shared/permissions/permission-text.ts';
import { folderName } from '../../../shared/files/folder-name.ts';
import { lazyCard } from '../../ui/lazy-part.ts';
import { LongText } from '../../ui/long-text.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { AskingReason, CommandChips, hasMarks, MarkedLine, partReasonLook } from './line-effects.tsx';
import { changedRowCount, rowsAtOnce } from './changed-lines.ts';

/** The card waits for it as a whole: nothing is allowed unseen. */
const ChangedFiles = lazyCard(async () => (await import('./changed-files.tsx')).ChangedFiles);

/** Longer texts are cut at first; in characters. */
const longText = 20_000;

/** In longer commands no words are marked; in characters. */
const longestMarked = 8_000;

type About = Pick<Permission, 'subject'>;

/** The one text that stands for a subject; undefined if it is not shown as a text. */
function mainText({ subject }: About): string | undefined {
  switch (subject.type) {
    case 'command':
      return subject.line;
    case 'mcp':
      return visibleJson(JSON.stringify(subject.input ?? {}, null, 2));
    case 'fetch':
      return subject.url;
    case 'read':
      return subject.path;
    case 'other':
      return subject.text;
    case 'edit':
    case 'missing':
      return undefined;
  }
}

type Shown = { shownWhole: boolean; allLinesShown: boolean; wasInSight: boolean };

/** True if the card shows only the beginning of a long subject. */
export function isCut(permission: About, shownWhole: boolean): boolean {
  const { subject } = permission;
  if (shownWhole) return false;
  if (subject.type === 'edit') return changedRowCount(subject.files) > rowsAtOnce;
  return (mainText(permission)?.length ?? 0) > longText;
}

/** True if the card shows all of the subject, in sight or not. */
export function isComplete(
  permission: Permission,
  { shownWhole, allLinesShown }: Omit<Shown, 'wasInSight'>,
): boolean {
  return !isCut(permission, shownWhole) && (permission.subject.type !== 'edit' || allLinesShown);
}

/** True if all of the subject has been in sight: nothing can be allowed before. */
export function isSubjectShown(permission: Permission, shown: Shown): boolean {
  return isComplete(permission, shown) && shown.wasInSight;
}

type SubjectBodyProps = {
  permission: Permission;
  whole: boolean;
  /** Called with whether all lines of a change are there. */
  onLines?: ((allShown: boolean) => void) | undefined;
};

/** The subject of a permission, with nothing hidden in it. */
export function SubjectBody({ permission, whole, onLines }: SubjectBodyProps) {
  const { subject, folder } = permission;
  const text = mainText(permission) ?? '';
  const shown = isCut(permission, whole) ? text.slice(0, longText) : text;
  switch (subject.type) {
    case 'command':
      return (
        <>
          <CommandBody subject={subject} whole={whole} />
          <CommandFacts subject={subject} chatFolder={folder} />
        </>
      );
    case 'mcp':
      return (
        <>
          <ServerTool subject={subject} />
          <Well name="Input">{shown}</Well>
        </>
      );
    case 'fetch':
      return (
        <>
          <Well name="Address">{shown}</Well>
          <MoreInput more={subject.more} />
        </>
      );
    case 'read':
      return (
        <>
          <Well name="File">{shown}</Well>
          <p className="text-second text-secondary">The model gets its content, which stays in this chat.</p>
        </>
      );
    case 'edit':
      return <ChangedFiles files={subject.files} whole={whole} onLines={onLines} />;
    case 'other':
      return (
        <>
          <p className="font-medium wrap-anywhere">
            <VisibleText text={subject.title} layout="line" />
          </p>
          {shown === '' ? null : (
            <p dir="auto" className="text-secondary whitespace-pre-wrap wrap-anywhere">
              <LongText text={shown} countBlanks />
            </p>
          )}
        </>
      );
    case 'missing':
      return <p className="text-second text-secondary">So nothing can be allowed.</p>;
  }
}

/** A command with what it does, but for its folder. */
export function CommandBody({ subject, whole }: { subject: CommandSubject; whole: boolean }) {
  return (
    <>
      <CommandChips subject={subject} />
      <Well name="Command" sign="$" effects={subject.effects}>
        {isCut({ subject }, whole) ? subject.line.slice(0, longText) : subject.line}
      </Well>
      <LineParts subject={subject} />
      <MoreInput more={subject.more} />
      <ConfinementRefusal subject={subject} />
      <CommandReasons subject={subject} />
    </>
  );
}

/** The tool of a server, and what the server says of it. */
function ServerTool({ subject }: { subject: Extract<PermissionSubject, { type: 'mcp' }> }) {
  const { tool, server, annotations } = subject;
  return (
    <p className="text-second text-secondary wrap-anywhere">
      <VisibleText text={`${tool} of ${server}`} layout="line" />
      {annotations.readOnlyHint === true ? ' · the server says that it only reads' : ''}
      {annotations.destructiveHint === true ? ' · the server says that it may destroy' : ''}
    </p>
  );
}

function MoreInput({ more }: { more: Record<string, unknown> | undefined }) {
  if (more === undefined) return null;
  return (
    <>
      <p className="text-second text-secondary">With it goes:</p>
      <Well name="The rest of the input">{visibleJson(JSON.stringify(more, null, 2))}</Well>
    </>
  );
}

type WellProps = {
  name: string;
  sign?: string;
  /** What a command does, by which its words are marked. */
  effects?: readonly LineEffect[] | undefined;
  children: string;
};

/** A block of code. */
function Well({ name, sign, effects = [], children }: WellProps) {
  return (
    <div
      role="group"
      aria-label={name}
      className="flex gap-2 rounded-control bg-well px-3.5 py-2 font-mono text-code"
    >
      {sign === undefined ? null : (
        <span aria-hidden className="text-tertiary select-none">
          {sign}
        </span>
      )}
      <code dir="ltr" className="min-w-0 whitespace-pre-wrap wrap-anywhere">
        {hasMarks(effects) && children.length <= longestMarked ? (
          <MarkedLine line={children} effects={effects} />
        ) : (
          <LongText text={children} countBlanks />
        )}
      </code>
    </div>
  );
}

/** The commands of a line that was read as several, each with what allows it; those that ask stand out. */
function LineParts({ subject: { parts = [] } }: { subject: CommandSubject }) {
  if (parts.length < 2) return null;
  return (
    <ol aria-label="Commands of this line" className="rounded-control border border-hairline">
      {parts.map((part, index) => (
        <li
          key={index}
          className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-t border-hairline px-3.5 py-1.5 first:border-transparent"
        >
          <span aria-hidden className="w-3 text-small text-tertiary">
            {index + 1}
          </span>
          <code dir="ltr" className="min-w-0 flex-1 basis-40 font-mono text-code wrap-anywhere">
            <VisibleText text={part.line} layout="line" />
          </code>
          {part.by === null ? (
            <AskingReason why={part.why}>{linePartText(part)}</AskingReason>
          ) : (
            <span className={`${partReasonLook} text-secondary`}>
              <Check aria-hidden />
              {linePartText(part)}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

/** What confinement stopped the command at, when it ran before. */
function ConfinementRefusal({ subject: { refused } }: { subject: CommandSubject }) {
  if (refused === undefined) return null;
  return (
    <p className="wrap-anywhere">
      It ran confined, which kept it from <VisibleText text={confinementText(refused)} layout="line" />.
    </p>
  );
}

/** Why a command is not confined, how to install what is missing, and why no rule answers for it. */
function CommandReasons({ subject: { unconfined, git } }: { subject: CommandSubject }) {
  return (
    <>
      {unconfined !== undefined && (
        <p className="text-second text-secondary wrap-anywhere">
          <VisibleText text={unconfinedText(unconfined)} layout="line" />
        </p>
      )}
      {git?.changed === true && (
        <p className="wrap-anywhere">
          Your rule doesn’t apply any more: git’s settings, hooks or addresses here have changed since you
          made it.
        </p>
      )}
    </>
  );
}

/** Where a command runs, and whether it is confined. */
export function CommandFacts({ subject, chatFolder }: { subject: CommandSubject; chatFolder: string }) {
  const { folder, confined } = subject;
  const isElsewhere = folder !== chatFolder;
  return (
    <p className="flex flex-wrap items-center gap-x-3.5 gap-y-1 text-second text-secondary">
      <Fact icon={<Folder aria-hidden />}>
        <span title={folder} className={`wrap-anywhere ${isElsewhere ? 'text-ink' : ''}`}>
          <VisibleText text={isElsewhere ? folder : folderName(folder)} layout="line" />
        </span>
      </Fact>
      <Confinement confined={confined} />
    </p>
  );
}

export function Confinement({ confined }: Pick<CommandSubject, 'confined'>) {
  return (
    <Fact icon={confined ? <Shield aria-hidden /> : <ShieldOff aria-hidden />}>
      {confined
        ? 'Confined: writes only in the chat’s folder, without network'
        : 'No sandbox. Can do anything you can.'}
    </Fact>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5 [&_svg]:size-3.75 [&_svg]:shrink-0 [&_svg]:text-tertiary">
      {icon}
      {children}
    </span>
  );
}
