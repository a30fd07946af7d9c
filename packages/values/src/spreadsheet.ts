/** What a spreadsheet writes where somebody typed a house number or a code: a date, a rounded number, an error. */
const CONVERTED = [
  /^(?:\d{4}年)?\d{1,2}月\d{1,2}日$/,
  /^\d{4}[/-]\d{1,2}[/-]\d{1,2}(?: 0?0:00(?::00)?)?$/,
  /^\d{1,2}\/\d{1,2}\/(?:19|20)\d{2}$/,
  /^(?:\d{1,2}-)?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:-\d{2,4})?$/i,
  /^\d(?:\.\d+)?E\+\d{1,3}$/i,
  /^#(?:N\/A|NAME\?|VALUE!|REF!|DIV\/0!|NUM!|#+)$/,
]

/** Whether a spreadsheet seems to have converted the text: 1-2 into 1月2日 or 2001/2/3, 1230000 into 1.23E+06. */
export const isConverted = (text: string): boolean => {
  const plain = text.normalize('NFKC').trim()
  return CONVERTED.some((one) => one.test(plain))
}

/** A sentence for the operator whose file has such a cell. */
export const convertedSentence = (text: string): string =>
  `「${text}」は、表計算ソフトが日付や数値に変えたもののようです。元の値をご確認ください。`

/** Lines of a file of another system among which its heads are looked for. */
export const MAX_HEAD_ROW = 20
