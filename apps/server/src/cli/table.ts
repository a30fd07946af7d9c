/** Wide characters take two columns of a terminal. */
const width = (text: string) =>
  [...text].reduce((sum, char) => sum + (/[ᄀ-ᅟ⺀-꓏가-힣豈-﫿︰-﹏＀-｠]/.test(char) ? 2 : 1), 0)
const pad = (text: string, to: number) => text + ' '.repeat(Math.max(0, to - width(text)))

/** Rows as a table with a heading, for a terminal. */
export function formatTable(rows: readonly object[]): string {
  if (rows.length === 0) return '(nothing)'
  const names = Object.keys(rows[0]!)
  const text = (row: object, name: string) => {
    const value = (row as Record<string, unknown>)[name] ?? ''
    return value instanceof Date ? value.toISOString() : String(value)
  }
  const widths = names.map((name) => Math.max(width(name), ...rows.map((row) => width(text(row, name)))))
  const line = (cells: string[]) =>
    cells
      .map((cell, n) => pad(cell, widths[n]!))
      .join('  ')
      .trimEnd()
  return [
    line(names),
    line(widths.map((one) => '─'.repeat(one))),
    ...rows.map((row) => line(names.map((name) => text(row, name)))),
  ].join('\n')
}
