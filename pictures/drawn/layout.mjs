/** How a page is laid out: in three steps, in rows of what a thing is made of, or as things that stand beside each other. */
import { at, colours, line, measure, words } from './ink.mjs'

const numbers = ['一', '二', '三', '四']

/** Rows of a drawing and its words, with numbers where they follow each other. Lines hold ten letters. */
export const rows = (all, { numbered = true } = {}) => {
  const high = 396 / all.length
  return all.map(([drawn, lines, name], n) => {
    const y = 52 + high * (n + 0.5)
    const head = numbered ? numbers[n] : name
    const top = y - ((lines.length - 1) * 23.8 + (head ? 27 : 0)) / 2 + 5
    return [
      n > 0 ? line(`M38 ${y - high / 2}H304`, { fine: true, colour: colours.sand }) : '',
      at(94, y, drawn, { scale: all.length > 3 ? 0.78 : 1 }),
      head
        ? words(164, top, head, {
            size: numbered ? 15 : 16.5,
            colour: numbered ? colours.brass : colours.ink,
            weight: numbered ? 500 : 400,
          })
        : '',
      words(164, top + (head ? 27 : 0), lines, numbered ? {} : { colour: colours.muted }),
    ]
  })
}

/**
 * Things on one ground, all as large as they are to each other: `drawn` in millimetres at `x`, and what is said below. Where `high` is given, a
 * measure stands beside it, where `wide` is, below it.
 */
export const standing = (things, { scale, foot = 352 }) => [
  line(`M36 ${foot}H304`, { colour: '#BDB3A2' }),
  things.map(({ x, drawn, high, wide, lines, isQuiet = false, side = -1 }) => [
    at(x, foot, drawn, { scale }),
    high
      ? measure(
          x + side * ((wide ?? 0) / 2) * scale + side * 11,
          foot - 0.5,
          x + side * ((wide ?? 0) / 2) * scale + side * 11,
          foot - high * scale,
        )
      : '',
    wide ? measure(x - (wide / 2) * scale, foot + 12, x + (wide / 2) * scale, foot + 12) : '',
    words(x, foot + (isQuiet ? 26 : 38), lines, {
      size: 13,
      anchor: 'middle',
      colour: isQuiet ? colours.muted : colours.ink,
      leading: 1.6,
    }),
  ]),
]
/** What gives the scale. */
export const besideCoin = (x, drawn) => ({ x, drawn, lines: ['五百円玉'], isQuiet: true })
