import { coin, cup, mark, phone, soap, tea, tints } from '../goods.mjs'
import { at, circle, colours, downwards, line, page, rect, wash, words } from '../ink.mjs'
import { besideCoin, rows, standing } from '../layout.mjs'
import { cotton, leaf, seeds, shoot } from '../nature.mjs'
import {
  apart,
  brewed,
  foam,
  hung,
  iced,
  lather,
  leavesOnSpoon,
  lidded,
  rack,
  scissors,
  shower,
  wrapped,
} from '../things.mjs'

const indigo = '#3F587A'
const white = '#F3F1EA'
let number = 0
/** A pattern in white lines on indigo, `wide` × `high`. */
const cloth = (draw, wide, high, r = 0) => {
  const id = `cloth-${number++}`
  return `<clipPath id="${id}"><path d="${rect(0, 0, wide, high, r)}"/></clipPath><g clip-path="url(#${id})">${wash(rect(0, 0, wide, high), indigo)}${draw(wide, high)}</g>${line(rect(0, 0, wide, high, r))}`
}
const stroke = (d, width) => `<path d="${d}" fill="none" stroke="${white}" stroke-width="${width}"/>`
/** 青海波: scales that lie over each other from above. */
const waves = (step) => (wide, high) => {
  let drawn = ''
  for (let row = -2; row * (step / 4) < high + step; row++)
    for (let column = -1; column * step < wide + step; column++) {
      const [x, y] = [column * step + (row % 2 ? step / 2 : 0), row * (step / 4)]
      drawn += [0.5, 0.37, 0.24, 0.11]
        .map(
          (r) =>
            `<path d="${circle(x, y + step / 2, r * step)}" fill="${indigo}" stroke="${white}" stroke-width="${step * 0.03}"/>`,
        )
        .join('')
    }
  return drawn
}
/** 麻の葉: triangles, each parted from its middle. */
const hemp = (side) => (wide, high) => {
  const tall = (side * Math.sqrt(3)) / 2
  let d = ''
  for (let row = -1; row * tall < high; row++)
    for (let column = -1; column * side < wide + side; column++) {
      const [x, y] = [(column + (row % 2 ? 0.5 : 0)) * side, row * tall]
      for (const corners of [
        [
          [x, y],
          [x + side, y],
          [x + side / 2, y + tall],
        ],
        [
          [x + side, y],
          [x + side * 1.5, y + tall],
          [x + side / 2, y + tall],
        ],
      ]) {
        const middle = [0, 1].map((i) => (corners[0][i] + corners[1][i] + corners[2][i]) / 3)
        corners.forEach((corner, i) => {
          d += `M${corner}L${corners[(i + 1) % 3]}M${corner}L${middle}`
        })
      }
    }
  return stroke(d, side * 0.035)
}

/** Poured into a frame of wood. */
const frame = [
  line('M-50 -6L14 -24L50 -6V16L-12 36L-50 14Z', { tint: tints.wood }),
  line('M-42 -4L13 -19L42 -5L-11 11Z', { tint: '#F3E8CC' }),
  line('M-50 -6L-12 15L50 -6M-12 15V36', {}),
]
const month = [
  line(rect(-34, -34, 68, 66, 3), { tint: tints.paper }),
  line('M-34 -18H34M-18 -40V-30M18 -40V-30'),
  Array.from({ length: 30 }, (_, n) => wash(circle(-25 + (n % 7) * 8.4, -8 + Math.floor(n / 7) * 8.6, 1.7), '#A98D5B')),
]
const cut = [-37, 0, 37].map((x, n) => at(x, 24 - n * 3, soap(), { scale: 0.46, turn: n * 3 - 3 }))

export default {
  'large/tenugui-size': page(
    '大きさ',
    standing(
      [
        { x: 140, drawn: at(-170, -900, cloth(waves(78), 340, 900)), high: 900, wide: 340, lines: ['約34×90cm'] },
        { x: 252, drawn: phone(), lines: ['スマートフォン'], isQuiet: true },
      ],
      { scale: 0.345, foot: 372 },
    ),
  ),
  'large/tenugui-asanoha': page('麻の葉', [
    at(38, 84, cloth(hemp(62), 266, 330, 2)),
    line('M140 83H202V415H140Z', { tint: tints.paper }),
    at(171, 124, mark(0, 0, 15)),
    downwards(171, 158, '手ぬぐい', { size: 24, spacing: 0.2, weight: 500 }),
    downwards(171, 318, '麻の葉', { size: 15, spacing: 0.2, colour: colours.muted }),
  ]),
  'large/tenugui-patterns': page('二つの柄', [
    at(38, 50, cloth(waves(42), 266, 142, 2)),
    words(38, 220, '青海波', { size: 17 }),
    words(304, 220, '重なる波の文様', { size: 13.5, anchor: 'end', colour: colours.muted }),
    at(38, 250, cloth(hemp(46), 266, 142, 2)),
    words(38, 420, '麻の葉', { size: 17 }),
    words(304, 420, 'すっきりとした幾何', { size: 13.5, anchor: 'end', colour: colours.muted }),
  ]),
  'large/tenugui-use': page(
    '使い方',
    rows([
      [wrapped(), ['洗い髪を包み、', '押さえるように', '水気を取ります。']],
      [hung(), ['洗濯のあとは形を', '整えて、陰干しに。']],
      [scissors(), ['端のほつれた糸は、', 'はさみで切ります。']],
    ]),
  ),
  'large/tenugui-made': page(
    '布のこと',
    rows(
      [
        [cotton(), ['綿100%、日本製。'], 'さらし木綿'],
        [
          [
            line('M-44 -22H44V26H-44Z', { tint: '#C5D0DC' }),
            line(Array.from({ length: 15 }, (_, n) => `M${-42 + n * 6} 26l${n % 2 ? 1.5 : -1.5} 8`).join('')),
            line('M-44 -10H44M-44 2H44M-44 14H44', { fine: true, colour: '#8FA3BC' }),
          ],
          ['水切れがよく、', 'すぐに乾きます。'],
          '切りっぱなしの端',
        ],
        [apart(), ['はじめの数回は', 'ほかの物と分けて', '洗います。'], '藍の一色'],
      ],
      { numbered: false },
    ),
  ),
  'large/soap-size': page(
    '大きさ',
    standing(
      [
        { x: 136, drawn: soap(), high: 50, wide: 75, lines: ['90g', '約7.5×5cm', '厚さ 約2.2cm'] },
        besideCoin(260, coin()),
      ],
      { scale: 2.2, foot: 300 },
    ),
  ),
  'large/soap-made': page(
    '枠練り',
    rows([
      [frame, ['椿油を練り込んだ', '生地を、木の枠に', '流します。']],
      [month, ['ひと月ほど', '寝かせます。']],
      [cut, ['一つずつ切り出し、', '手で印を押します。']],
    ]),
  ),
  'large/soap-use': page(
    '使い方',
    rows([
      [lather(), ['手や泡立て網で', 'よく泡立てます。']],
      [shower(), ['顔や体を泡で洗い、', 'ぬるま湯で十分に', '流します。']],
      [rack(), ['水気を切り、風の', '通る場所に置くと', '長持ちします。']],
    ]),
  ),
  'large/soap-in': page(
    '中身のこと',
    rows(
      [
        [at(0, 22, soap(), { scale: 0.9 }), ['洗浄'], '石ケン素地'],
        [seeds(), ['保湿'], 'ツバキ種子油'],
        [at(0, 0, foam(), { scale: 0.9 }), ['細かく、ぬるま湯で', 'ゆっくり立ちます。'], '泡'],
      ],
      { numbered: false },
    ),
  ),
  'large/camellia-tea-brew': page(
    '淹れ方',
    rows([
      [leavesOnSpoon(), ['一杯につき、茶葉', '小さじ一杯', '(約2g)。']],
      [brewed(), ['熱湯150mLを注いで', '一分ほど。']],
      [iced(), ['冷やすときは、', '茶葉を倍にして', '氷のグラスに。']],
    ]),
  ),
  'large/camellia-tea-cups': page(
    '一筒で',
    [
      Array.from({ length: 20 }, (_, n) => at(62 + (n % 5) * 54, 104 + Math.floor(n / 5) * 62, cup(), { scale: 0.56 })),
      words(36, 356, ['茶葉40g。', '湯のみ二十杯分ほどです。'], { size: 15 }),
    ],
    { beside: '一杯につき約2g' },
  ),
  'large/camellia-tea-made': page(
    'お茶のこと',
    rows([
      [at(0, 0, shoot(), { scale: 1.05 }), ['春に、椿の若葉を', '摘みます。']],
      [
        [
          at(0, 10, [line('M-40 0C-38 26 38 26 40 0Z', { tint: '#D8C9B2' }), line('M-46 0H46')]),
          at(-12, -2, leaf({ length: 30 }), { turn: -10 }),
          at(14, -1, leaf({ length: 26 }), { turn: 12 }),
          line('M-22 -20c-5 -6 5 -9 0 -16M0 -24c-5 -6 5 -9 0 -16M22 -20c-5 -6 5 -9 0 -16', { colour: '#9DA9A6' }),
        ],
        ['蒸して揉み、', 'ゆっくり焙じます。'],
      ],
      [lidded(), ['ふたをしっかり閉め', '早めにお召し上がり', 'ください。']],
    ]),
  ),
  'large/camellia-tea-size': page(
    '大きさ',
    standing(
      [
        { x: 136, drawn: tea(57), high: 83, wide: 62, lines: ['40g', '高さ 約8.3cm', '直径 約6.2cm'] },
        besideCoin(262, coin()),
      ],
      { scale: 2.5 },
    ),
  ),
}
