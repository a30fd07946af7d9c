import { brushBack, comb, phone, tints } from '../goods.mjs'
import { at, colours, line, measure, page, words } from '../ink.mjs'
import { rows, standing } from '../layout.mjs'
import { board } from '../nature.mjs'
import { longHair, palm } from '../people.mjs'
import { bag, cleaned, toothbrush, waterless, wipe } from '../things.mjs'

/** A piece of each comb, three times as large as it is: from one tooth to the next so many millimetres. */
const teeth = [
  ['細歯', 1, '細い髪に。仕上げと前髪に'],
  ['中歯', 1.5, '毎日の梳かしに。迷ったら'],
  ['荒歯', 2.5, '量の多い髪、くせのある髪に'],
].map(([name, pitch, words_], n) => {
  const [left, top, wide, unit] = [118, 62 + n * 126, 186, 7.4]
  const step = pitch * unit
  const count = Math.floor(wide / step)
  let d = `M${left} ${top}V${top + 16}`
  for (let k = 0; k < count; k++) {
    const x = left + k * step + (wide - count * step) / 2
    const [a, b, r] = [x + step * 0.21, x + step * 0.79, step * 0.26]
    d += `L${a} ${top + 16}L${a + step * 0.05} ${top + 62}Q${(a + b) / 2} ${top + 62 + r} ${b - step * 0.05} ${top + 62}L${b} ${top + 16}`
  }
  d += `L${left + wide} ${top + 16}V${top}Z`
  const first = left + (wide - count * step) / 2 + step * 0.5
  return [
    line(d, { tint: tints.wood }),
    words(38, top + 26, name, { size: 17 }),
    words(38, top + 50, `約${pitch}mm`, { size: 13.5, colour: colours.muted }),
    measure(first + step * 2, top + 74, first + step * 3, top + 74),
    words(118, top + 95, words_, { size: 13, colour: colours.muted }),
  ]
})

const bristles = line(
  `${Array.from({ length: 26 }, (_, n) => {
    const [x, long] = [-40 + n * 3.2, 46 + ((n * 7) % 5) * 4]
    return `M${x} 36Q${x + (n - 12.5) * 0.2} 0 ${x + (n - 12.5) * 0.62} ${36 - long}`
  }).join('')}M-50 36H50`,
)
const cushion = [
  line('M-52 22C-52 -16 52 -16 52 22Z', { tint: tints.paper }),
  line(
    Array.from(
      { length: 11 },
      (_, n) => `M${-38 + n * 7.6} ${-2 - Math.sqrt(1600 - (n * 7.6 - 38) ** 2) * 0.09 - 1}l${(n - 5) * 1.1} -26`,
    ).join(''),
  ),
  line('M-58 22H58V30C40 36 -40 36 -58 30Z', { tint: '#D3A878' }),
]
const long = at(112, 194, longHair({ shoulders: false }), { scale: 2.15 })

export default {
  'large/boxwood-comb-teeth': page('歯の間隔', teeth),
  // The hand is 18 cm long.
  'large/boxwood-comb-hand': page('大きさ', [
    at(172, 214, palm(), { scale: 2.4 }),
    at(150, 232, comb(), { scale: 1.46, turn: -10 }),
    words(36, 400, ['長さ 約12cm。角を落とした丸い背が、', '手のひらにおさまります。'], { size: 14 }),
  ]),
  'large/boxwood-comb-care': page(
    '手入れ',
    rows([
      [toothbrush(), ['椿油を含ませた', '歯ブラシで、歯の', 'あいだを軽く。']],
      [wipe(), ['乾いた布で拭き、', '月に一度ほどは', '椿油を含ませて。']],
      [at(0, 0, bag(), { scale: 0.86 }), ['水洗いはせず、日と', '乾いた風を避けて', 'しまいます。']],
    ]),
  ),
  'large/hair-brush-order': page('とかす順に', [
    long,
    [
      ['毛先', 288],
      ['中ほど', 200],
      ['根元', 112],
    ].map(([name, y], n) => [
      line(`M206 ${y}H226`, { colour: colours.brass }),
      words(236, y + 5, ['一', '二', '三'][n], { size: 15, colour: colours.brass, weight: 500 }),
      words(258, y + 5, name, { size: 15 }),
    ]),
    words(36, 372, ['椿油をほんの一滴なじませてから', '梳かすと、つやがそろいます。'], { size: 14.5 }),
  ]),
  'large/hair-brush-parts': page(
    '三つの素材',
    rows(
      [
        [bristles, ['こしのある毛。', '長さをわずかに', '変えてあります。'], '猪毛'],
        [cushion, ['やわらかくたわむ', 'クッション。'], '天然ゴム'],
        [at(0, 0, board('#D3A878'), { scale: 1.15 }), ['椿油仕上げの柄。'], '桜材'],
      ],
      { numbered: false },
    ),
  ),
  'large/hair-brush-size': page(
    '大きさ',
    standing(
      [
        { x: 128, drawn: brushBack(), high: 220, wide: 70, lines: ['全長 約22cm'] },
        { x: 240, drawn: phone(), lines: ['スマートフォン'], isQuiet: true },
      ],
      { scale: 1.36, foot: 372 },
    ),
  ),
  'large/hair-brush-care': page(
    '手入れ',
    rows([
      [cleaned(), ['抜けた髪は、', 'そのつど櫛で', '取り除きます。']],
      [wipe(false), ['乾いた布で', '拭きます。']],
      [waterless(), ['柄が木ですので、', '水に浸けないで', 'ください。']],
    ]),
  ),
}
