import { coin, phone, refill, sachet, shampoo300, treatment } from '../goods.mjs'
import { at, colours, line, page, words } from '../ink.mjs'
import { besideCoin, rows, standing } from '../layout.mjs'
import { cocoon, drop, seeds } from '../nature.mjs'
import { cherry, dropsInHand, dryBottle, foam, hair, poured, shower, wetHair } from '../things.mjs'

const three = [
  ['泡紬', '#C4D5CC', '#5F7F76', '10mL', 'シャンプー'],
  ['絹衣', '#EBC9C0', '#B5655E', '10mL', 'トリートメント'],
  ['しずく', '#E6CA8C', '#93661C', '3mL', '純椿油'],
].map(([name, tint, strip, volume, kind]) => ({ drawn: sachet(name, tint, strip), name, volume, kind }))

export default {
  'large/treatment-use': page(
    '使い方',
    rows([
      [wetHair(), ['シャンプーのあと、', '髪の水気を軽く', '切ります。']],
      [cherry(), ['さくらんぼ一粒ほど。', '毛先から中ほどへ', 'なじませます。']],
      [shower(), ['ひと呼吸おいて、', 'ぬめりがなくなる', 'まで流します。']],
    ]),
  ),
  'large/treatment-size': page(
    '大きさ',
    standing(
      [
        { x: 84, drawn: treatment(52), high: 135, wide: 58, lines: ['250g', '高さ 約13.5cm', '直径 約5.8cm'] },
        { x: 188, drawn: treatment(65), high: 169, wide: 73, lines: ['500g', '高さ 約17cm', '直径 約7.3cm'] },
        besideCoin(276, coin()),
      ],
      { scale: 1.38 },
    ),
  ),
  'large/shampoo-made': page(
    '中身のこと',
    rows(
      [
        [seeds(), ['毛髪保護・保湿'], 'ツバキ種子油'],
        [cocoon(), ['毛髪保護'], '加水分解シルク'],
        [at(0, 0, foam(), { scale: 0.92 }), ['洗浄'], 'アミノ酸系の成分'],
      ],
      { numbered: false },
    ),
  ),
  'large/refill-use': page(
    '詰め替え方',
    rows([
      [dryBottle(), ['ボトルとポンプの', '内側を洗い、よく', '乾かします。']],
      [poured(), ['注ぎ口のふたを外し', 'ボトルの口に差して', 'ゆっくり注ぎます。']],
      [at(0, 40, shampoo300(52)), ['継ぎ足さず、', '一度に使い切ります。', '香りも混ぜません。']],
    ]),
  ),
  'large/refill-fit': page('一本分', [
    at(96, 216, refill(74), { scale: 0.82 }),
    words(96, 240, '詰め替え 300mL', { size: 13, anchor: 'middle', colour: colours.muted }),
    line('M176 160H214M208 154L214 160L208 166', { colour: colours.brass }),
    at(258, 216, shampoo300(76)),
    words(258, 240, 'ボトル 300mL', { size: 13, anchor: 'middle', colour: colours.muted }),
    words(36, 296, ['こぼさず注ぎ切れる、', 'ちょうど一本分です。'], { size: 15 }),
    words(36, 366, ['500mLのボトルにも使えます。', '少し余裕が残ります。'], { size: 13.5, colour: colours.muted }),
  ]),
  'large/refill-size': page(
    '大きさ',
    standing(
      [
        { x: 122, drawn: refill(74), high: 163, wide: 120, lines: ['高さ 約17cm', '幅 約12cm'] },
        { x: 254, drawn: phone(), lines: ['スマートフォン'], isQuiet: true },
      ],
      { scale: 1.18, foot: 330 },
    ),
    { beside: '薄い袋で、郵便受けに' },
  ),
  'large/trial-set-in': page(
    '三つの包み',
    three.map(({ drawn, volume, kind, name }, n) => [
      n > 0 ? line(`M38 ${52 + n * 132}H304`, { fine: true, colour: colours.sand }) : '',
      at(92, 172 + n * 132, drawn, { scale: 1.22 }),
      words(164, 106 + n * 132, name, { size: 17 }),
      words(164, 132 + n * 132, [kind, volume], { colour: colours.muted }),
    ]),
    { beside: '泡紬と絹衣は白檀、しずくは無香料' },
  ),
  'large/trial-set-use': page(
    '使い方',
    rows([
      [at(0, 0, foam(), { scale: 0.92 }), ['「泡紬」で、髪と', '地肌を洗います。']],
      [hair('tips', '#EFCFC7'), ['「絹衣」を毛先に', 'なじませて、', '流します。']],
      [dropsInHand(), ['水気を取り、毛先に', '「しずく」を', '一、二滴。']],
    ]),
  ),
  'large/trial-set-days': page('開けたら', [
    three.slice(0, 2).map(({ drawn }, n) => at(92 + n * 92, 196, drawn, { scale: 1.16 })),
    words(36, 240, ['泡紬と絹衣は、その日のうちに。'], { size: 15 }),
    line('M38 268H304', { fine: true, colour: colours.sand }),
    at(92, 386, three[2].drawn, { scale: 1.16 }),
    Array.from({ length: 7 }, (_, n) => at(158 + n * 22, 340, drop(17))),
    words(36, 424, ['しずくは、一週間のうちに。'], { size: 15 }),
  ]),
  'large/trial-set-size': page(
    '大きさ',
    standing(
      [
        {
          x: 122,
          drawn: [
            line('M-85 0V-103H85V0Z', { tint: '#DCCAAB' }),
            line('M-85 -10H85', { colour: '#A4303F' }),
            words(0, -48, 'はじめての三包', { size: 15, anchor: 'middle', weight: 500 }),
          ],
          high: 103,
          wide: 170,
          lines: ['外袋 約17×10cm', '厚さ 約1.5cm'],
        },
        { x: 254, drawn: phone(), lines: ['スマートフォン'], isQuiet: true },
      ],
      { scale: 0.98, foot: 300 },
    ),
    { beside: '郵便受けに届きます' },
  ),
}
