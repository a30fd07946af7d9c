interface ChoiceProps<K extends string> {
  label: string
  value: K
  names: Readonly<Record<K, string>>
  onChange(value: K): void
}

/** A choice beside a list or an export, outside a form. */
export const Choice = <K extends string>({ label, value, names, onChange }: ChoiceProps<K>) => (
  <label className="text-xs">
    <span className="mb-1 block font-medium">{label}</span>
    <select className="control" value={value} onChange={(event) => onChange(event.target.value as K)}>
      {Object.entries<string>(names).map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </select>
  </label>
)

/** A day beside a list or an export; it can't be emptied. */
export const Day = ({ label, value, onChange }: { label: string; value: string; onChange(value: string): void }) => (
  <label className="text-xs">
    <span className="mb-1 block font-medium">{label}</span>
    <input
      type="date"
      className="control"
      value={value}
      onChange={(event) => event.target.value && onChange(event.target.value)}
    />
  </label>
)
