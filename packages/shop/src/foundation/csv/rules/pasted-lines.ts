import { parse } from 'csv-parse/sync'

interface PastedLine {
  /** The number of its line. */
  at: number
  cells: string[]
}

/** Lines of one cell. */
const MAX_BREAKS = 20
const isOpen = (text: string) => text.split('"').length % 2 === 0

/** A line with those that follow while a quote in it is open; a quote that is never closed is one of the text. */
function* wholeLines(text: string): Generator<{ at: number; line: string; hasQuotes: boolean }> {
  const lines = text.split(/\r\n|\r|\n/)
  for (let at = 0; at < lines.length; at++) {
    let end = at
    let line = lines[at]!
    while (isOpen(line) && end + 1 < lines.length && end - at < MAX_BREAKS) line += `\n${lines[++end]}`
    const hasQuotes = !isOpen(line)
    yield { at: at + 1, line: hasQuotes ? line : lines[at]!, hasQuotes }
    if (hasQuotes) at = end
  }
}

/**
 * Lines that a person pasted or typed: cells separated by tabs, as sheets copy them, or by commas, as a CSV has them, with quotes and line
 * breaks in them. Empty lines are left out; cells after the last filled one too.
 */
export function pastedLines(text: string): PastedLine[] {
  return [...wholeLines(text.replace(/^\uFEFF/, ''))].flatMap(({ at, line, hasQuotes }) => {
    const delimiter = line.includes('\t') ? '\t' : ','
    const quote = hasQuotes ? '"' : null
    const [record = []] = parse(line, { delimiter, quote, relax_quotes: true }) as string[][]
    const cells = record.map((cell) => cell.normalize('NFKC').trim())
    const filled = cells.findLastIndex((cell) => cell !== '') + 1
    return filled === 0 ? [] : [{ at, cells: cells.slice(0, filled) }]
  })
}
