/** The heads and first rows of a file, for the person who says what its columns are. */
export function FileSample({ heads, rows }: { heads: string[]; rows: string[][] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
    <section className="mb-3 overflow-x-auto" tabIndex={0} aria-label="ファイルのはじめの行">
      <table className="whitespace-nowrap text-xs">
        <thead>
          <tr>
            {heads.map((head, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their place
              <th key={n} className="border-line border-b px-2 py-1 text-left">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows may be alike
            <tr key={n}>
              {row.map((value, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their place
                <td key={column} className="border-line border-b px-2 py-1">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
