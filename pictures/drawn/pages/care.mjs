import { coin, jar, lotion, milk } from '../goods.mjs'
import { at, circle, line, page, wash, words } from '../ink.mjs'
import { besideCoin, rows, standing } from '../layout.mjs'
import { beet, camellia, cocoon, drop, leaf, seeds, shea, wool } from '../nature.mjs'
import { crown } from '../people.mjs'
import { coinOfMilk, combed, hair, spoonful, steamed, towel } from '../things.mjs'

/** A month of evenings: the moon, from one new moon to the next. */
const moons = Array.from({ length: 30 }, (_, n) => {
  const [x, y, r] = [58 + (n % 5) * 46, 76 + Math.floor(n / 5) * 46, 13]
  const phase = (n + 0.5) / 30
  const edge = Math.abs(Math.cos(phase * 2 * Math.PI) * r).toFixed(2)
  const isWaxing = phase < 0.5
  const isCrescent = phase < 0.25 || phase > 0.75
  const back = isWaxing === isCrescent ? 0 : 1
  return [
    wash(circle(x, y, r), '#DDD3C2'),
    wash(
      `M${x} ${y - r}A${r} ${r} 0 0 ${isWaxing ? 1 : 0} ${x} ${y + r}A${edge} ${r} 0 0 ${back} ${x} ${y - r}Z`,
      '#F7E3A8',
    ),
    line(circle(x, y, r), { fine: true, colour: '#B8AC98' }),
  ]
})

export default {
  'large/hair-mask-use': page(
    '使い方',
    rows([
      [towel(), ['シャンプーのあと、', '髪の水気をタオルで', '取ります。']],
      [spoonful(), ['大さじ一杯ほどを、', '毛先中心に。', '地肌にはつけません。']],
      [steamed(), ['蒸しタオルで包んで', '五分。そのあと、', 'よく流します。']],
    ]),
    { beside: '週に一、二度' },
  ),
  'large/hair-mask-size': page(
    '大きさ',
    standing(
      [
        { x: 136, drawn: jar(53), high: 46, wide: 96, lines: ['200g', '直径 約9.6cm', '高さ 約4.6cm'] },
        besideCoin(266, coin()),
      ],
      { scale: 1.86, foot: 300 },
    ),
  ),
  'large/hair-mask-made': page(
    '中身のこと',
    rows(
      [
        [seeds(), ['毛髪保護・保湿'], 'ツバキ種子油'],
        [shea(), ['保湿'], 'シア脂'],
        [wool(), ['毛髪保護', '(羊毛から)'], '加水分解ケラチン'],
      ],
      { numbered: false },
    ),
    { beside: '香りはつけていません' },
  ),
  'large/hair-milk-use': page(
    '使い方',
    rows([
      [hair('tips', '#D5E1E4'), ['乾いた髪なら、', '毛先を軽く', '湿らせます。']],
      [coinOfMilk(), ['十円玉ほどを手に', '広げ、毛先から', '髪の内側へ。']],
      [combed(), ['櫛を通して、形を', '整えます。洗い流す', '必要はありません。']],
    ]),
  ),
  'large/hair-milk-made': page(
    '中身のこと',
    rows(
      [
        [seeds(), ['毛髪保護・保湿'], 'ツバキ種子油'],
        [beet(), ['保湿', '(甜菜から)'], 'ベタイン'],
        [cocoon(), ['毛髪保護'], '加水分解シルク'],
      ],
      { numbered: false },
    ),
  ),
  'large/hair-milk-size': page(
    '大きさ',
    standing(
      [
        { x: 136, drawn: milk(51), high: 90, wide: 58, lines: ['120mL', '高さ 約9cm', '直径 約5.8cm'] },
        besideCoin(258, coin()),
      ],
      { scale: 2.55 },
    ),
  ),
  'large/scalp-lotion-use': page(
    '使い方',
    rows([
      [towel(), ['洗ったあと、地肌の', '水気をタオルで', '取ります。']],
      [
        at(0, 0, crown([-38, -22, -6, 10]), { scale: 0.92 }),
        ['髪を分けて先を当て', '生えぎわから頭頂へ', '数か所に。'],
      ],
      [
        [
          at(0, 0, crown(), { scale: 0.92 }),
          line(
            'M-21 -14a5.5 5.5 0 1 1 6 5M-20 12a5.5 5.5 0 1 1 6 5M15 -9a5.5 5.5 0 1 1 6 -5M14 17a5.5 5.5 0 1 1 6 -5',
            { colour: '#F5F1E8' },
          ),
        ],
        ['指の腹で、地肌を', '動かすように軽く', 'なじませます。'],
      ],
    ]),
  ),
  'large/scalp-lotion-month': page(
    '一本で',
    [moons, words(36, 372, ['毎晩のお使いで、', 'およそ一か月。'], { size: 15 })],
    {
      beside: '150mL',
    },
  ),
  'large/scalp-lotion-size': page(
    '大きさ',
    standing(
      [
        { x: 146, drawn: lotion(67), high: 188, wide: 46, lines: ['150mL', '高さ 約19cm', '直径 約4.6cm'] },
        besideCoin(244, coin()),
      ],
      { scale: 1.62 },
    ),
  ),
  'large/scalp-lotion-made': page(
    '中身のこと',
    rows(
      [
        [at(0, 0, leaf({ length: 74 }), { turn: -20 }), ['保湿'], 'ツバキ葉エキス'],
        [camellia({ r: 36 }), ['保湿'], 'ツバキ花エキス'],
        [at(0, 0, drop(58, '#D5E1E4')), ['保湿'], 'ヒアルロン酸Na'],
      ],
      { numbered: false },
    ),
  ),
}
