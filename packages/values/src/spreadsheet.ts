/** Texts that a spreadsheet makes of a typed house number or code: a date, a rounded number, an error. */
const CONVERTED = [
  /^(?:\d{4}年)?\d{1,2}月\d{1,2}日$/,
  /^\d{4}[/-]\d{1,2}[/-]\d{1,2}(?: 0?0:00(?::00)?)?$/,
  /^\d{1,2}\/\d{1,2}\/(?:19|20)\d{2}$/,
  /^(?:\d{1,2}-)?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:-\d{2,4})?$/i,
  /^\d(?:\.\d+)?E\+\d{1,3}$/i,
  /^#(?:N\/A|NAME\?|VALUE!|REF!|DIV\/0!|NUM!|#+)$/,
]

/** Whether a spreadsheet seems to have converted the text: 1-2 into 1月2日 or 2001/2/3, 1230000 into 1.23E+06. */
export const isSpreadsheetConverted = (text: string): boolean => {
  const plain = text.normalize('NFKC').trim()
  return CONVERTED.some((one) => one.test(plain))
}

/** Returns the message for an operator whose file has a cell that a spreadsheet has converted. */
export const spreadsheetConvertedMessage = (text: string): string =>
  `「${text}」は、表計算ソフトが日付や数値に変えたもののようです。元の値をご確認ください。`

/** Number of the first lines of another system's file in which the column heads are searched. */
export const MAX_HEADER_ROW = 20
