type FactsProps = { facts: readonly (readonly [name: string, value: string])[]; className?: string };

/** Short facts, each beside its name. */
export function Facts({ facts, className = '' }: FactsProps) {
  return (
    <dl className={`grid grid-cols-[auto_1fr] gap-x-4 ${className}`}>
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-secondary">{name}</dt>
          <dd className="min-w-0 wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
