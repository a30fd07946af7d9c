/** 変更前・変更後, one row per change. */
export function ChangeTable({ changes }: { changes: readonly { label: string; before: string; after: string }[] }) {
  return (
    <table className="mb-4 w-full text-left">
      <thead className="border-line border-b text-muted text-xs">
        <tr>
          <th className="py-1 pr-3 font-normal">項目</th>
          <th className="py-1 pr-3 font-normal">変更前</th>
          <th className="py-1 font-normal">変更後</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ label, before, after }) => (
          <tr key={label} className="border-line border-b align-top">
            <th className="py-1 pr-3 font-normal text-muted text-xs">{label}</th>
            <td className="py-1 pr-3">{before}</td>
            <td className="py-1 font-medium">{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
