import { ArrowUp, Check, Copy, Trash2, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { roundLook } from '../../composer/composer-actions.tsx';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TextInput } from '../../ui/text-input.tsx';

/** Faces that a pointer or a key gives; `data-face` has them forced for a picture. */
const faces = ['rest', 'hover', 'focus', 'active', 'off'] as const;

type Face = (typeof faces)[number] | 'arming';

const columns = 'grid grid-cols-[5.5rem_repeat(6,minmax(0,1fr))] items-center min-w-160';

/** Every kind of button, with each face that it can have. */
export function ButtonFaces() {
  return (
    <div className="overflow-x-auto">
      <div className={`${columns} mb-1 min-h-7 border-b border-hairline text-small text-tertiary`}>
        <span />
        {['Rest', 'Hover', 'Focus', 'Pressed', 'Off', 'Not armed yet'].map((face) => (
          <span key={face}>{face}</span>
        ))}
      </div>
      <TextButtons look="primary" name="Primary" words="Apply" />
      <TextButtons look="secondary" name="Secondary" words="Refine" />
      <TextButtons look="quiet" name="Quiet" words="Dismiss" />
      <Row
        name="Quiet, danger"
        last="asks first"
        renderButton={(face) => (
          <Button look="quiet" className="-ms-2.5 text-danger!" {...marked(face)}>
            <Trash2 aria-hidden />
            Delete
          </Button>
        )}
      />
      <Row
        name="Icon"
        last="never decides"
        renderButton={(face) => (
          <IconButton label="Copy" icon={<Copy aria-hidden />} className="-ms-2" {...marked(face)} />
        )}
      />
      <Row
        name="Round"
        last="never decides"
        renderButton={(face) => (
          <button type="button" aria-label="Send" className={roundLook(false)} {...marked(face)}>
            <ArrowUp aria-hidden className="size-4" />
          </button>
        )}
      />
      <p className="mt-3 text-small text-secondary">
        A deciding button stands at its place for 500 ms before it acts. Until then it looks the same, is
        aria-disabled, and a press does nothing.
      </p>
    </div>
  );
}

/** Says which face a button has; the one that is off really is. */
function marked(face: Face) {
  return {
    ...(face !== 'rest' && { 'data-face': face }),
    ...(face === 'off' && { disabled: true }),
    ...(face === 'arming' && { 'aria-disabled': true, 'data-arming': true }),
  };
}

function TextButtons({ look, name, words }: { look: ButtonLook; name: string; words: string }) {
  const start = look === 'quiet' ? '-ms-2.5' : '';
  return (
    <Row
      name={name}
      renderButton={(face) => (
        <Button look={look} className={start} {...marked(face)}>
          {words}
        </Button>
      )}
    />
  );
}

type RowProps = {
  name: string;
  renderButton(face: Face): ReactNode;
  /** Stands in for the face that such a button never has. */
  last?: string;
};

function Row({ name, renderButton, last }: RowProps) {
  return (
    <div className={`${columns} min-h-11`}>
      <span className="text-small text-tertiary">{name}</span>
      {faces.map((face) => (
        <span key={face}>{renderButton(face)}</span>
      ))}
      <span className="text-small text-tertiary">{last ?? renderButton('arming')}</span>
    </div>
  );
}

const modes = [
  { value: 'plan', label: 'Plan' },
  { value: 'exec', label: 'Edit' },
] as const;

/** What is chosen, typed and marked. */
export function ControlFaces() {
  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-y-1 *:min-h-10">
      <Controls name="Choice">
        <Segmented label="Mode" choices={modes} value="plan" onChoose={() => {}} />
      </Controls>
      <Controls name="Field">
        <TextInput aria-label="Reason" placeholder="Reason" className="max-w-30" />
        <TextInput aria-label="Note" defaultValue="Too large" data-face="focus" className="max-w-30" />
      </Controls>
      <Controls name="Marks">
        <Mark words="Needs you">
          <span className="size-2 rounded-round bg-accent-mark" />
        </Mark>
        <Mark words="Working">
          <span className="activity-ring size-3 rounded-round border-2 border-edge" />
        </Mark>
        <Mark words="Unread">
          <span className="size-1.5 rounded-round bg-secondary" />
        </Mark>
        <span className="inline-flex items-center gap-2 text-danger">
          <TriangleAlert aria-hidden className="size-3.5" />
          Failed
        </span>
      </Controls>
      <Controls name="Badges">
        <span className="inline-flex h-4.5 items-center rounded-small bg-selected px-1.5 text-small leading-none font-medium text-secondary">
          Recommended
        </span>
        <span className="inline-grid size-4.5 place-items-center rounded-round bg-accent text-small leading-none font-semibold text-on-accent">
          3
        </span>
        <Check aria-hidden className="size-4" />
      </Controls>
    </div>
  );
}

function Controls({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <span className="flex items-center text-small text-tertiary">{name}</span>
      <span className="flex flex-wrap items-center gap-4 text-second">{children}</span>
    </>
  );
}

function Mark({ words, children }: { words: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2">
      {children}
      {words}
    </span>
  );
}
