import { inkColour, type PdfDocument } from './page.ts'

/** Draws the bars across the whole width, so that a hand scanner can read them from paper. */
export function drawBarcode(
  doc: PdfDocument,
  text: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  const bars = code128(text)
  const module = width / bars.reduce((sum, bar) => sum + bar, 0)
  let at = x
  for (const [n, bar] of bars.entries()) {
    if (n % 2 === 0) doc.rect(at, y, bar * module, height)
    at += bar * module
  }
  doc.fill(inkColour)
}

/** Widths of bars and gaps, by value: the table of ISO/IEC 15417. */
const patterns = (
  '212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221223211221132221231' +
  '213212223112312131311222321122321221312212322112322211212123212321232121111323131123131321112313132113132311211313231113231311' +
  '112133112331132131113123113321133121313121211331231131213113213311213131311123311321331121312113312311332111314111221411431111' +
  '111224111422121124121421141122141221112214112412122114122411142112142211241211221114413111241112134111111242121142121241114212' +
  '124112124211411212421112421211212141214121412121111143111341131141114113114311411113411311113141114131311141411131'
).match(/.{6}/g)!
const START_B = 104
const STOP = '2331112'

/** Code 128, set B, of ASCII text: widths in modules, beginning with a bar. */
function code128(text: string): number[] {
  const values = [...text].map((sign) => sign.charCodeAt(0) - 32)
  if (values.some((value) => value < 0 || value > 94)) throw new RangeError(`no Code 128 of ${text}`)
  const sum = values.reduce((total, value, n) => total + value * (n + 1), START_B)
  const all = [START_B, ...values, sum % 103].map((value) => patternOf(value)).join('') + STOP
  return [...all].map(Number)
}

/** The three start characters follow the 103 values. */
const patternOf = (value: number) => (value === START_B ? '211214' : patterns[value]!)
