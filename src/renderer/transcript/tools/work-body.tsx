import type { CallWork } from '../../../shared/transcript/call-work.ts';
import { ChangedFiles } from '../../cards/permission/changed-files.tsx';
import { useParley, useParleyState } from '../../parley-context.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';

/** The work of an external agent's call: where, and what it changed. */
export function WorkBody({ work: { title, places, files } }: { work: CallWork }) {
  return (
    <div className="mt-1 flex flex-col gap-2">
      {title.includes('\n') && (
        <p className="font-mono text-code whitespace-pre-wrap wrap-anywhere">
          <VisibleText text={title} layout="block" />
        </p>
      )}
      {places.length > 0 && (
        <ul className="flex flex-wrap gap-x-3 gap-y-1">
          {places.map(({ path, line }) => (
            <li key={`${path}:${line}`}>
              <Place path={path} line={line} />
            </li>
          ))}
        </ul>
      )}
      {files.length > 0 && (
        <div className="overflow-clip rounded-control border border-hairline px-4 py-3.5">
          <ChangedFiles files={files} whole />
        </div>
      )}
    </div>
  );
}

function Place({ path, line }: CallWork['places'][number]) {
  const { companion } = useParley();
  const workspaceId = useParleyState(({ openId }) => openId);
  const words = line === null ? path : `${path}:${line}`;
  const isInside = !path.startsWith('/');
  if (!isInside || workspaceId === null)
    return (
      <span className="font-mono text-code text-secondary wrap-anywhere">
        <VisibleText text={words} layout="line" />
      </span>
    );
  return (
    <button
      type="button"
      title="Open in the editor"
      onClick={() => {
        companion.client.workspace
          .openInEditor({ workspaceId, path, line: line ?? 1 })
          .catch(() => undefined);
      }}
      className="hit rounded-small font-mono text-code text-secondary wrap-anywhere hover:text-ink hover:underline"
    >
      <VisibleText text={words} layout="line" />
    </button>
  );
}
