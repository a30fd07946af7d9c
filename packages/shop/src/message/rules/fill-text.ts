/** 差し込み in a text, `{宛名}`. A brace that closes nothing is just a brace. */
const PLACEHOLDER = /\{([^{}\s]{1,20})\}/g

export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name!)),
]

type Values = Readonly<Record<string, string>>

/**
 * The paragraphs of a text with its placeholders filled, each once: what a customer wrote is never read as a placeholder.
 * A row that held nothing but placeholders without a value is left out, so that no hole stays. `literal`: what becomes of the
 * words around them, `newline` between rows.
 */
export function filledParagraphs(
  text: string,
  values: Values,
  { literal = (words: string) => words, newline = '\n' } = {},
): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((paragraph) => {
      const rows = paragraph.split('\n').flatMap((row) => {
        const isHole = placeholdersIn(row).length > 0 && row.replace(PLACEHOLDER, filling(values)).trim() === ''
        return isHole ? [] : [filledRow(row, values, literal)]
      })
      return rows.length === 0 ? [] : [rows.join(newline)]
    })
}

export const fillText = (text: string, values: Values): string => filledParagraphs(text, values).join('\n\n').trim()

/** An unknown name stays as it is typed. */
const filling = (values: Values) => (typed: string, name: string) =>
  Object.hasOwn(values, name) ? values[name]! : typed

const filledRow = (row: string, values: Values, literal: (words: string) => string): string =>
  row
    .split(/(\{[^{}\s]{1,20}\})/)
    .map((part, at) => {
      const name = part.slice(1, -1)
      return at % 2 === 1 && Object.hasOwn(values, name) ? values[name]! : literal(part)
    })
    .join('')
