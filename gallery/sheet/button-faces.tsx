import { ArrowUp, Copy, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { roundLook } from '../../src/renderer/composer/actions/composer-actions.tsx';
import { Button, type ButtonLook } from '../../src/renderer/ui/button.tsx';
import { IconButton } from '../../src/renderer/ui/icon-button.tsx';

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
