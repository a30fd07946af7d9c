/** 差し込み in a text, `{宛名}`. An unmatched brace is ordinary text. */
const PLACEHOLDER = /\{([^{}\s]{1,20})\}/g

export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name!)),
]

type Values = Readonly<Record<string, string>>

/**
 * The paragraphs of a text with its placeholders filled in one pass, so that a customer's text is never read as a
 * placeholder. Leaves out a row of nothing but empty placeholders, so that no gap remains. `literal`: converts the text
 * between the placeholders. `newline`: joins the rows.
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

/** An unknown name stays as typed. */
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
