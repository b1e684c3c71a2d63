import { diffLines } from 'diff';
import { VisibleText } from '../visible-text.tsx';

type ChangedCodeProps = { before: string; text: string; said: string };

/** Code of which some lines are new and others gone, in one block. */
export function ChangedCode({ before, text, said }: ChangedCodeProps) {
  return (
    <div className="code-frame" data-named={said === '' ? undefined : ''} dir="ltr">
      {said === '' ? null : (
        <p className="code-language">
          <VisibleText text={said} layout="line" />
        </p>
      )}
      <pre tabIndex={0} role="group" aria-label="Code with changes">
        <code>
          {diffLines(`${before}\n`, `${text}\n`).map(({ value, added, removed }, index) => {
            const Tag = added ? 'ins' : removed ? 'del' : 'span';
            return (
              <Tag key={index} className={added || removed ? 'changed' : undefined}>
                <VisibleText text={value} />
              </Tag>
            );
          })}
        </code>
      </pre>
    </div>
  );
}
