import type { DemoImage } from './catalogue-type.ts'

const pages = (...all: [page: string, alt: string][]): DemoImage[] =>
  all.map(([page, alt]) => ({ path: `large/${page}`, alt }))

const oilUse: [string, string] = [
  'camellia-oil-use',
  '使い方の図。タオルで水気を取った髪に、手のひらで温めた一、二滴を、毛先から中ほどへ。残った油は指先や肘に',
]
const oilSeeds: [string, string] = [
  'camellia-oil-seeds',
  'およそ二百粒の椿の種と、30mLの瓶ひとつを並べた図。自分で落ちた種だけを拾う',
]

/**
 * Drawn pages of the demo's products, by product id. They follow the photographs, and the product's texts say the
 * same.
 */
export const drawnProductPages: Record<number, DemoImage[]> = {
  1: pages(oilUse, oilSeeds, [
    'camellia-oil-size',
    '大きさの図。五百円玉の隣に、高さ約7.5cm・直径約3.3cmの30mLの瓶と、高さ約9.4cm・直径約4.1cmの60mLの瓶',
  ]),
  2: pages([
    'shampoo-made',
    '中身の図。ツバキ種子油は毛髪保護・保湿、加水分解シルクは毛髪保護、アミノ酸系の成分は洗浄のため',
  ]),
  3: pages(
    [
      'treatment-use',
      '使い方の図。髪の水気を軽く切り、さくらんぼ一粒ほどを毛先から中ほどへなじませ、ぬめりがなくなるまで流す',
    ],
    ['treatment-size', '大きさの図。五百円玉の隣に、高さ約13.5cm・直径約5.8cmの250gと、高さ約17cm・直径約7.3cmの500g'],
  ),
  4: pages(
    [
      'hair-mask-use',
      '使い方の図。水気を取った髪の毛先を中心に大さじ一杯ほどをなじませ、蒸しタオルで包んで五分おいて流す。週に一、二度',
    ],
    [
      'hair-mask-made',
      '中身の図。ツバキ種子油は毛髪保護・保湿、シア脂は保湿、羊毛からの加水分解ケラチンは毛髪保護のため',
    ],
    ['hair-mask-size', '大きさの図。五百円玉の隣に、直径約9.6cm・高さ約4.6cmの200gの器'],
  ),
  5: pages(
    [
      'hair-milk-use',
      '使い方の図。毛先を軽く湿らせ、十円玉ほどを手に広げて毛先から内側へ。櫛を通して整え、洗い流さない',
    ],
    [
      'hair-milk-made',
      '中身の図。ツバキ種子油は毛髪保護・保湿、甜菜からのベタインは保湿、加水分解シルクは毛髪保護のため',
    ],
    ['hair-milk-size', '大きさの図。五百円玉の隣に、高さ約9cm・直径約5.8cmの120mLの瓶'],
  ),
  6: pages(
    [
      'scalp-lotion-use',
      '使い方の図。髪を分けて先を地肌に当て、生えぎわから頭頂へ数か所につけ、指の腹で軽くなじませる',
    ],
    ['scalp-lotion-month', '満ちて欠ける三十の月の図。150mLの一本で、毎晩のお使いならおよそ一か月'],
    ['scalp-lotion-made', '中身の図。ツバキ葉エキス、ツバキ花エキス、ヒアルロン酸Naは、どれも保湿のため'],
    ['scalp-lotion-size', '大きさの図。五百円玉の隣に、高さ約19cm・直径約4.6cmの150mLの瓶'],
  ),
  7: pages(
    ['boxwood-comb-teeth', '三つの歯を並べた図。間隔は細歯が約1mm、中歯が約1.5mm、荒歯が約2.5mm'],
    ['boxwood-comb-hand', '手に持った本つげ櫛の図。長さは約12cm'],
    [
      'boxwood-comb-care',
      '手入れの図。椿油を含ませた歯ブラシで歯のあいだをこすり、布で拭く。水洗いはせず、日と乾いた風を避ける',
    ],
  ),
  8: pages(
    ['hair-brush-order', 'とかす順の図。長い髪の毛先、中ほど、根元の順に梳かす'],
    ['hair-brush-parts', '三つの素材の図。猪毛、天然ゴムのクッション、桜材の柄'],
    ['hair-brush-size', '大きさの図。スマートフォンの隣に、全長約22cmのブラシ'],
    ['hair-brush-care', '手入れの図。抜けた髪を櫛で取り除き、乾いた布で拭く。水には浸けない'],
  ),
  9: pages(
    ['trial-set-in', '三つの包みの図。「泡紬」10mLと「絹衣」10mLは白檀、「しずく」3mLは無香料'],
    ['trial-set-use', '使い方の図。「泡紬」で洗い、「絹衣」を毛先になじませて流し、「しずく」を一、二滴'],
    ['trial-set-days', '開けたあとの図。「泡紬」と「絹衣」はその日のうちに、「しずく」は一週間のうちに使い切る'],
    ['trial-set-size', '大きさの図。スマートフォンの隣に、約17×10cm、厚さ約1.5cmの外袋'],
  ),
  10: pages(
    ['refill-use', '詰め替え方の図。乾かしたボトルの口に注ぎ口を差してゆっくり注ぎ、一度に使い切る'],
    ['refill-fit', '300mLの袋と300mLのボトルを並べた図。こぼさず注ぎ切れる一本分'],
    ['shampoo-made', '中身の図。ツバキ種子油は毛髪保護・保湿、加水分解シルクは毛髪保護、アミノ酸系の成分は洗浄のため'],
    ['refill-size', '大きさの図。スマートフォンの隣に、高さ約17cm・幅約12cmの袋'],
  ),
  11: pages(
    ['yearly-oil-year', '十二本の瓶の図。お代ははじめに一度、お届けは毎月一本、十二回。自動では更新されない'],
    oilUse,
    oilSeeds,
    ['yearly-oil-size', '大きさの図。五百円玉の隣に、高さ約7.5cm・直径約3.3cmの30mLの瓶'],
  ),
  12: pages(
    ['gift-set-in', '箱の中の図。桐の箱に、純椿油「しずく」無香料60mLと、麻の袋つきの本つげ櫛、中歯'],
    ['gift-set-wrap', '包みの図。薄紙で包んで桐の箱に納め、和紙の帯をかける。手提げ袋も選べる'],
    ['gift-set-size', '大きさの図。スマートフォンの隣に、約24×17cm、厚さ約6cmの箱'],
  ),
  13: pages(
    ['tenugui-asanoha', '「麻の葉」の図。藍地に白い麻の葉の文様の手ぬぐいに、白い帯を巻いたもの'],
    ['tenugui-patterns', '二つの柄の図。重なる波の「青海波」と、すっきりとした幾何の「麻の葉」'],
    ['tenugui-use', '使い方の図。洗い髪を包んで押さえ、洗濯のあとは陰干しに。ほつれた糸は、はさみで切る'],
    ['tenugui-made', '布の図。綿100%のさらし木綿で、端は切りっぱなし。はじめの数回は分けて洗う'],
    ['tenugui-size', '大きさの図。スマートフォンの隣に広げた、約34×90cmの手ぬぐい'],
  ),
  14: pages(
    ['soap-made', '作り方の図。生地を木の枠に流し、ひと月ほど寝かせ、一つずつ切り出して手で印を押す'],
    ['soap-use', '使い方の図。よく泡立て、泡で洗ってぬるま湯で流し、水気を切って風の通る場所に置く'],
    ['soap-in', '中身の図。石ケン素地は洗浄、ツバキ種子油は保湿のため。泡は細かく、ぬるま湯でゆっくり立つ'],
    ['soap-size', '大きさの図。五百円玉の隣に、約7.5×5cm、厚さ約2.2cmの90gの石けん'],
  ),
  15: pages(
    ['camellia-tea-brew', '淹れ方の図。茶葉小さじ一杯に熱湯150mLで一分。冷やすときは茶葉を倍にして氷のグラスへ'],
    ['camellia-tea-made', 'お茶の図。春に椿の若葉を摘み、蒸して揉み、ゆっくり焙じる'],
    ['camellia-tea-cups', '二十の湯のみの図。茶葉40gで、湯のみ二十杯分ほど'],
    ['camellia-tea-size', '大きさの図。五百円玉の隣に、高さ約8.3cm・直径約6.2cmの茶筒'],
  ),
  16: pages(oilUse, oilSeeds),
}
