import { VisibleText } from '../../ui/visible-text.tsx';

/** The name of a way to sign in, and the agent's words about it. */
export function SignInWayText({ way: { name, about } }: { way: { name: string; about: string | null } }) {
  return (
    <div>
      <p className="text-second font-medium wrap-anywhere text-ink">
        <VisibleText text={name} layout="line" />
      </p>
      {about !== null && (
        <p className="text-second text-secondary wrap-anywhere">
          <VisibleText text={about} layout="line" />
        </p>
      )}
    </div>
  );
}
