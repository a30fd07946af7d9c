import { comb, mark, oil, phone } from '../goods.mjs'
import { at, colours, downwards, line, page, rect, wash, words } from '../ink.mjs'
import { rows, standing } from '../layout.mjs'

const paulownia = '#EBDCC0'
const grain = (w, h) =>
  line(
    [0.16, 0.34, 0.58, 0.8].map((t) => `M${-w / 2 + 4} ${-h * t}Q0 ${-h * t - 3} ${w / 2 - 4} ${-h * t + 1}`).join(''),
    { fine: true, colour: '#CDB98F' },
  )
/** The lid from above, 240 × 170. */
const lid = () => [
  line(rect(-120, -170, 240, 170, 2), { tint: paulownia }),
  grain(240, 170),
  at(-56, -104, mark(0, 0, 22)),
  downwards(-56, -72, '椿野', { size: 22, spacing: 0.1, weight: 500 }),
]
const band = (x) => [
  line(`M${x - 26} 1V-171H${x + 26}V1Z`, { tint: '#FBF8F1' }),
  wash(rect(x - 5, -170.5, 10, 171), '#A4303F'),
]
const opened = () => [
  line(rect(-120, -170, 240, 170, 2), { tint: paulownia }),
  line(rect(-113, -163, 226, 156, 1), { tint: '#FBF8F1' }),
  line(
    'M-104 -150C-80 -140 -70 -158 -40 -148M60 -152C80 -140 92 -154 104 -146M-100 -22C-70 -30 -50 -16 -20 -24M40 -20C60 -28 84 -14 102 -22',
    { fine: true, colour: '#D5C9B4' },
  ),
  at(-62, -36, oil(45)),
  at(60, -84, comb(), { turn: 90, scale: 0.98 }),
]
/** A bag of paper. */
const carrier = () => [
  line('M-16 -44C-18 -66 -2 -66 -4 -44M4 -44C2 -66 18 -66 16 -44'),
  line('M-42 -44H42V40H-42Z', { tint: '#FBF8F1' }),
  line('M-42 30H42', { colour: '#A4303F' }),
  at(0, -8, mark(0, 0, 13)),
]

export default {
  'large/gift-set-in': page('箱の中', [
    at(162, 232, opened(), { scale: 1.02 }),
    [
      ['純椿油「しずく」', '無香料 60mL'],
      ['本つげ櫛', '中歯、麻の袋つき'],
      ['桐の箱', '薄紙で包みます'],
    ].map(([name, text], n) => [
      line(`M38 ${264 + n * 56}H304`, { fine: true, colour: colours.sand }),
      words(38, 297 + n * 56, name, { size: 15 }),
      words(304, 297 + n * 56, text, { size: 13.5, anchor: 'end', colour: colours.muted }),
    ]),
    line('M38 432H304', { fine: true, colour: colours.sand }),
  ]),
  'large/gift-set-size': page(
    '大きさ',
    standing(
      [
        { x: 138, drawn: [lid(), band(48)], high: 170, wide: 240, lines: ['約24×17cm', '厚さ 約6cm'] },
        { x: 274, drawn: phone(), lines: ['スマート', 'フォン'], isQuiet: true },
      ],
      { scale: 0.74, foot: 268 },
    ),
  ),
  'large/gift-set-wrap': page(
    '包み',
    rows([
      [at(0, 44, opened(), { scale: 0.46 }), ['薄紙で包み、', '桐の箱に。金額の', 'わかるものは', '入れません。']],
      [at(0, 42, [lid(), band(48)], { scale: 0.46 }), ['和紙の帯をかけて', 'お届けします。']],
      [at(0, 4, carrier(), { scale: 0.84 }), ['手渡しなさるなら、', '手提げ袋ありを。']],
    ]),
  ),
}
