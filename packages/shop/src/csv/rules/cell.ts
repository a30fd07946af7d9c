/** What a spreadsheet takes for the beginning of a formula, behind any number of apostrophes; a minus sign (U+2212) becomes － in Shift_JIS. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠−]/

/** Gets an apostrophe before it, with which no spreadsheet calculates. `asMeant` takes it away again, from exactly these. */
export const harmless = (text: string): string => (formula.test(text) ? `'${text}` : text)

export const asMeant = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell)
