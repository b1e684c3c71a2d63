import { Folder, Shield, ShieldOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CommandSubject } from '../../../shared/permissions/permission.ts';
import { refusalWords, unconfinedWords } from '../../../shared/permissions/subject-words.ts';
import { folderName } from '../../ui/folder-name.ts';
import { VisibleText } from '../../ui/visible-text.tsx';

/** Everything confinement kept the command from, where it ran before. */
export function ConfinementRefusal({ subject: { refused } }: { subject: CommandSubject }) {
  if (refused === undefined) return null;
  return (
    <p className="wrap-anywhere">
      It ran confined, which kept it from <VisibleText text={refusalWords(refused)} layout="line" />.
    </p>
  );
}

/** The reasons why a command is not confined, with what installs what is missing, and why no rule answers for it. */
export function CommandReasons({ subject: { unconfined, git } }: { subject: CommandSubject }) {
  return (
    <>
      {unconfined !== undefined && (
        <p className="text-second text-secondary wrap-anywhere">
          <VisibleText text={unconfinedWords(unconfined)} layout="line" />
        </p>
      )}
      {git?.changed === true && (
        <p className="wrap-anywhere">
          Your rule for this was made when git ran by other settings, hooks or addresses here, so it does not
          answer.
        </p>
      )}
    </>
  );
}

/** The place where a command runs, and what keeps it there. */
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
      <Fact icon={confined ? <Shield aria-hidden /> : <ShieldOff aria-hidden />}>
        {confined
          ? 'Confined: writes in the chat’s folder alone, without network'
          : 'Not confined: runs with your rights'}
      </Fact>
    </p>
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
