import type { DemoCategory, DemoProduct, DemoSku } from './catalogue-type.ts'

export const categories: DemoCategory[] = [
  { id: 11, category_name: '販売用', slug: 'wholesale-retail' },
  { id: 12, category_name: 'サロン用', slug: 'wholesale-salon' },
]

const paragraphs = (...texts: string[]) => texts.join('\n\n')

const carton = {
  sku_parent_item_name1: null,
  set_item_name1: null,
  sku_parent_item_name2: '入数',
  subscription_first_price: null,
  subscription_price: null,
  tax_rate: 10,
  sale_limit: 20,
  weight_g: 5000,
  light_flag: false,
  visible: true,
} satisfies Partial<DemoSku>

const once = { sale_type: 1, visible: true, lump_sum_payment_flag: false, lump_sum_payment_num: null } as const

/** Prices are for one carton. */
export const products: DemoProduct[] = [
  {
    ...once,
    id: 51,
    product_name: '純椿油「しずく」30mL 24本入り',
    product_name_kana: 'じゅんつばきあぶら しずく',
    slug: 'wholesale-camellia-oil',
    category_id: 11,
    catch_copy: '店頭販売用の化粧箱つき、1箱24本。',
    description: paragraphs(
      '店頭でそのまま並べていただける、化粧箱つきの純椿油「しずく」30mLです。24本を1箱に詰めてお届けします。香りは無香料と柚子の2種類、箱単位でお選びください。',
      '1箱ごとに、店頭用の説明カード1枚と、スポイトつきの見本瓶1本を添えています。店頭の表示や広告で効果を説明される際は、化粧品として認められた範囲の表現をお願いいたします。文例もご用意していますので、お申しつけください。',
    ),
    how_to_use: ['直射日光と高温を避けて保管してください。', '店頭では、先に仕入れた箱からお出しください。'],
    ingredients: '無香料:ツバキ種子油 / 柚子:ツバキ種子油、ユズ果皮油',
    images: [
      {
        path: 'large/wholesale-oil-1',
        alt: '化粧箱入りの純椿油「しずく」30mLを24本詰めた箱。手前に、箱から出した一本とその化粧箱がある',
      },
    ],
    skus: [
      {
        ...carton,
        id: 501,
        product_code: 'TW-OIL-N030-24',
        sku_parent_item_name1: '香り',
        set_item_name1: '無香料',
        set_item_name2: '24本',
        price: 34848,
        stock: 60,
      },
      {
        ...carton,
        id: 502,
        product_code: 'TW-OIL-Y030-24',
        sku_parent_item_name1: '香り',
        set_item_name1: '柚子',
        set_item_name2: '24本',
        price: 34848,
        stock: 35,
      },
    ],
  },
  {
    ...once,
    id: 52,
    product_name: 'シャンプー「泡紬」500mL 12本入り',
    product_name_kana: 'しゃんぷー あわつむぎ',
    slug: 'wholesale-shampoo',
    category_id: 12,
    catch_copy: '施術にも店頭にも使える、1箱12本。',
    description: paragraphs(
      'シャンプー台に置いてお使いいただけて、そのまま店頭でも販売できる500mLのポンプボトルです。アミノ酸系の洗浄成分に椿油を合わせ、泡立ちと流しやすさを整えました。',
      '香りは、施術のじゃまをしない無香料と、静かに甘い白檀の2種類。12本を1箱に詰めてお届けします。箱を分けてのご注文や、香りの詰め合わせはお受けしておりません。',
    ),
    how_to_use: ['予洗いのあと、肩までの長さで二、三プッシュを目安に泡立てて使います。', 'よくすすいでください。'],
    ingredients:
      '水、ココイルメチルタウリンNa、コカミドプロピルベタイン、ラウロイルメチルアラニンNa、グリセリン、コカミドメチルMEA、ツバキ種子油、加水分解シルク、ポリクオタニウム-10、塩化Na、クエン酸、BG、フェノキシエタノール、香料(無香料には含みません)',
    images: [
      {
        path: 'large/shampoo-1',
        alt: '真鍮のポンプがついた、すりガラスのボトル入りシャンプー「泡紬」。足もとに椿の葉が一枚ある',
      },
    ],
    skus: [
      {
        ...carton,
        id: 503,
        product_code: 'TW-SHP-N500-12',
        sku_parent_item_name1: '香り',
        set_item_name1: '無香料',
        set_item_name2: '12本',
        price: 28512,
        stock: 48,
      },
      {
        ...carton,
        id: 504,
        product_code: 'TW-SHP-B500-12',
        sku_parent_item_name1: '香り',
        set_item_name1: '白檀',
        set_item_name2: '12本',
        price: 28512,
        stock: 30,
      },
    ],
  },
  {
    ...once,
    id: 53,
    product_name: 'トリートメント「絹衣」500g 12本入り',
    product_name_kana: 'とりーとめんと きぬごろも',
    slug: 'wholesale-treatment',
    category_id: 12,
    catch_copy: '「泡紬」と合わせて、施術の仕上げに。',
    description: paragraphs(
      '椿油とシルクの成分が髪の表面をととのえ、なめらかな手ざわりに仕上げるトリートメントです。長くおかずに流せるので、施術の流れを止めません。',
      '香りは白檀。500g入りの容器12本を1箱に詰めてお届けします。施術用にも、店頭での販売用にもお使いいただけます。販売用の化粧箱が必要なときは、お問い合わせください。',
    ),
    how_to_use: ['水気を切った髪の毛先から中ほどになじませ、ぬめりがなくなるまで流します。'],
    ingredients:
      '水、セテアリルアルコール、グリセリン、ステアルトリモニウムクロリド、ツバキ種子油、ジメチコン、ベヘニルアルコール、加水分解シルク、トコフェロール、イソプロパノール、クエン酸、フェノキシエタノール、香料',
    images: [
      {
        path: 'large/treatment-1',
        alt: '淡い桃色のすりガラスの容器に木のふたをしたトリートメント「絹衣」。右手前にクリームがひとすくいある',
      },
    ],
    skus: [{ ...carton, id: 505, product_code: 'TW-TRT-B500-12', set_item_name2: '12本', price: 33264, stock: 40 }],
  },
  {
    ...once,
    id: 54,
    product_name: '本つげ櫛 中歯 10枚入り',
    product_name_kana: 'ほんつげぐし ちゅうば',
    slug: 'wholesale-boxwood-comb',
    category_id: 11,
    catch_copy: '一枚ずつ桐箱に入れた、贈りもの向けの櫛。',
    description: paragraphs(
      '毎日の梳かしに使いやすい、中歯の本つげ櫛です。一枚ずつ桐の小箱に収め、お手入れの説明書を添えました。10枚を1箱に詰めてお届けします。',
      '天然の木のため、色と木目は一枚ごとに異なります。店頭に並べる見本には、ときどき椿油を含ませてください。手で作るため数に限りがあり、品切れの際は、次の入荷まで二か月ほどお待ちいただきます。',
    ),
    how_to_use: ['直射日光と乾いた風を避けて保管してください。', '見本の櫛は、椿油を布にとって拭いてください。'],
    ingredients: '本つげ(国産)、椿油仕上げ。長さ 約12cm。',
    images: [
      { path: 'large/boxwood-comb-1', alt: '「椿野」の焼き印を押した、丸い背の本つげ櫛。奥に赤い椿の花と葉がある' },
    ],
    skus: [
      {
        ...carton,
        id: 506,
        product_code: 'TW-CMB-M-10',
        set_item_name2: '10枚',
        price: 79200,
        stock: 6,
        sale_limit: 3,
      },
    ],
  },
  {
    ...once,
    id: 55,
    product_name: 'はじめての三包 100組入り',
    product_name_kana: 'はじめてのさんぽう',
    slug: 'wholesale-trial-set',
    category_id: 12,
    catch_copy: 'お客さまにお渡しする、一回分の包み。',
    description: paragraphs(
      'シャンプー「泡紬」、トリートメント「絹衣」、純椿油「しずく」の小さな包みを、一つずつ組にしました。お客さまへのご案内や、お買い上げの御礼にお使いください。',
      '100組を1箱に詰めてお届けします。それぞれの包みに、全成分と使い方、製造販売元を記しています。サロン名の印刷も500組から承りますので、お問い合わせください。',
    ),
    how_to_use: ['高温多湿を避けて保管し、箱に記した期限までにお渡しください。'],
    ingredients:
      '1組の内容:シャンプー「泡紬」白檀 10mL、トリートメント「絹衣」白檀 10mL、純椿油「しずく」無香料 3mL。全成分はそれぞれの包みに記載しています。',
    images: [
      {
        path: 'trial-set-1',
        alt: '扇のように並んだ三つの小袋。「泡紬」「絹衣」「しずく」の文字が見える。手前に紙の外袋がある',
      },
    ],
    skus: [{ ...carton, id: 507, product_code: 'TW-TRY-100', set_item_name2: '100組', price: 33000, stock: 80 }],
  },
]
