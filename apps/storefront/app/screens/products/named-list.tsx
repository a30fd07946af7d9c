interface NamedListProps {
  items: readonly { name: string; text: string }[]
}

/** A list of names with descriptions. */
export const NamedList = ({ items }: NamedListProps) => (
  <dl className="divide-y divide-line border-y border-line">
    {items.map(({ name, text }) => (
      <div key={name} className="grid gap-1 py-4">
        <dt className="font-mincho font-semibold tracking-wider">{name}</dt>
        <dd className="text-sm text-muted">{text}</dd>
      </div>
    ))}
  </dl>
)
