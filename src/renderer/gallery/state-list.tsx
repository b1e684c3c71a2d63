import { galleryStates } from './gallery-states.ts';

/** A link to every state, in each theme. */
export function StateList() {
  return (
    <main className="column h-full overflow-y-auto py-8" tabIndex={0} aria-label="States">
      <h1 className="text-title font-semibold">Cards</h1>
      {Object.entries(galleryStates).map(([heading, states]) => (
        <section key={heading} className="mt-6">
          <h2 className="font-semibold">{heading}</h2>
          <ul>
            {states.map(({ name, about }) => (
              <li key={name} className="flex flex-wrap gap-x-3 py-1">
                <a className="underline" data-state-name={name} href={`?state=${name}`}>
                  {about}
                </a>
                {['light', 'dark'].map((theme) => (
                  <a
                    key={theme}
                    className="text-secondary text-small underline"
                    href={`?state=${name}&theme=${theme}`}
                  >
                    {theme} <span className="sr-only">{about}</span>
                  </a>
                ))}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </main>
  );
}
