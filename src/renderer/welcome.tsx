import { FolderForm } from './sidebar/folder-form.tsx';

/** A window without any chat yet. */
export function Welcome() {
  return (
    <div className="column flex flex-1 flex-col justify-center pb-16">
      <div className="mx-auto w-full max-w-110">
        <p className="mb-6 text-title font-medium text-balance">
          Choose a folder, and talk with an agent that asks before it acts.
        </p>
        <FolderForm onDone={() => undefined} />
      </div>
    </div>
  );
}
