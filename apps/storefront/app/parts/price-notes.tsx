/** What differs from the price in the catalogue, and why. */
export function PriceNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <ul aria-label="価格について" className="grid gap-2 rounded-base bg-sand p-4 text-sm">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
