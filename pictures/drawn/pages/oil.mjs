import { coin, oil } from '../goods.mjs'
import { at, colours, page, words } from '../ink.mjs'
import { besideCoin, rows, standing } from '../layout.mjs'
import { seed } from '../nature.mjs'
import { dropsInHand, hair, wetHair } from '../things.mjs'

/** As many as go into the small bottle, laid as nature lays seeds. */
const twoHundred = Array.from({ length: 200 }, (_, n) => {
  const [far, turn] = [8.3 * Math.sqrt(n + 0.6), n * 137.508]
  const angle = (turn * Math.PI) / 180
  return at(162 + far * Math.cos(angle), 172 + far * Math.sin(angle), seed(turn * 1.7, 0.42 + 0.05 * Math.sin(n * 3.7)))
})
const months = Array.from({ length: 12 }, (_, n) => {
  const [x, y] = [66 + (n % 4) * 70, 144 + Math.floor(n / 4) * 96]
  return [
    at(x, y, oil(27, { name: '椿油' })),
    words(x, y + 19, `${n + 1}`, { size: 13, anchor: 'middle', colour: colours.muted }),
  ]
})

export default {
  'large/camellia-oil-use': page(
    '使い方',
    rows([
      [wetHair(), ['タオルで水気を', '取った髪に。']],
      [dropsInHand(), ['肩までで一、二滴。', '手のひらに広げて', '温めます。']],
      [hair('tips'), ['毛先から中ほどへ、', '手ぐしで。残りは', '指先や肘に。']],
    ]),
  ),
  'large/camellia-oil-size': page(
    '大きさ',
    standing(
      [
        { x: 86, drawn: oil(36), high: 75, wide: 33, lines: ['30mL', '高さ 約7.5cm', '直径 約3.3cm'] },
        { x: 180, drawn: oil(45), high: 94, wide: 41, lines: ['60mL', '高さ 約9.4cm', '直径 約4.1cm'] },
        besideCoin(268, coin()),
      ],
      { scale: 2.2 },
    ),
  ),
  'large/camellia-oil-seeds': page(
    '椿の種',
    [
      twoHundred,
      at(92, 432, oil(36), { scale: 1.5 }),
      words(150, 372, ['30mLの瓶ひとつに、', '種はおよそ二百粒。'], { size: 15 }),
    ],
    { beside: '自分で落ちた種だけを拾います' },
  ),
  'large/yearly-oil-year': page(
    '一年便',
    [months, words(38, 392, ['お代は、はじめに一度。', 'お届けは毎月一本、十二回。'], { size: 14.5 })],
    {
      beside: '自動では更新されません',
    },
  ),
  'large/yearly-oil-size': page(
    '大きさ',
    standing(
      [
        { x: 140, drawn: oil(36, { name: '椿油' }), high: 75, wide: 33, lines: ['高さ 約7.5cm', '直径 約3.3cm'] },
        besideCoin(248, coin()),
      ],
      { scale: 3.3, foot: 366 },
    ),
    { beside: '毎回お届けする一本' },
  ),
}
