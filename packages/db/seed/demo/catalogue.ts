import type { DemoCategory, DemoProduct, DemoSku } from './catalogue-type.ts'

export const categories: DemoCategory[] = [
  { id: 1, category_name: '椿油', slug: 'oil' },
  { id: 2, category_name: '洗う', slug: 'wash' },
  { id: 3, category_name: '整える', slug: 'care' },
  { id: 4, category_name: '櫛とブラシ', slug: 'comb' },
  { id: 5, category_name: '贈りものと暮らし', slug: 'living' },
]

const paragraphs = (...texts: string[]) => texts.join('\n\n')

const usual = {
  sku_parent_item_name1: null,
  set_item_name1: null,
  sku_parent_item_name2: null,
  set_item_name2: null,
  subscription_first_price: null,
  subscription_price: null,
  tax_rate: 10,
  stock: 100,
  sale_limit: 99,
  weight_g: 500,
  light_flag: false,
  visible: true,
} satisfies Partial<DemoSku>
const scented = { ...usual, sku_parent_item_name1: '香り', sku_parent_item_name2: '内容量' }
const sized = { ...usual, sku_parent_item_name2: '内容量' }

const once = { sale_type: 1, visible: true, lump_sum_payment_flag: false, lump_sum_payment_num: null } as const
const subscriptionOnly = { ...once, sale_type: 2 } as const
const both = { ...once, sale_type: 3 } as const

const oil30 = { set_item_name2: '30mL', price: 2420, subscription_first_price: 1936, subscription_price: 2178 }
const oil60 = { set_item_name2: '60mL', price: 4180, subscription_first_price: 3344, subscription_price: 3762 }
const shampoo300 = { set_item_name2: '300mL', price: 2640, subscription_first_price: 2112, subscription_price: 2376 }
const shampoo500 = { set_item_name2: '500mL', price: 3960, subscription_first_price: 3168, subscription_price: 3564 }
const treatment250 = { set_item_name2: '250g', price: 2860, subscription_first_price: 2288, subscription_price: 2574 }
const treatment500 = { set_item_name2: '500g', price: 4620, subscription_first_price: 3696, subscription_price: 4158 }
const milk = { set_item_name2: '120mL', price: 2200, subscription_price: 1980 }
const scalpLotion = { set_item_name2: '150mL', price: 3300, subscription_first_price: 2640, subscription_price: 3300 }
const refill = { set_item_name2: '300mL', price: 2310, subscription_price: 2079, weight_g: 320, light_flag: true }

export const products: DemoProduct[] = [
  {
    ...both,
    id: 1,
    product_name: '純椿油「しずく」',
    product_name_kana: 'じゅんつばきあぶら しずく',
    slug: 'camellia-oil',
    category_id: 1,
    catch_copy: '一、二滴でまとまる、椿の種の油。',
    description: paragraphs(
      '秋、殻が割れて落ちたヤブツバキの種を拾い、天日に干して、ゆっくり搾りました。搾ったあとは紙で漉すだけ。色は淡い金色、手のひらで温めるとさらりとのびます。',
      '椿油は、髪の油分を補い、うるおいとつやを保ちます。タオルで拭いた髪に一、二滴。乾かしたあとの毛先や、指先の乾燥が気になるときにもお使いください。柚子は、柚子の皮から採れる精油で香りをつけています。',
    ),
    how_to_use: [
      'タオルで水気を取った髪に使います。肩までの長さで一、二滴が目安です。',
      '手のひらに広げて温め、毛先から中ほどへ、手ぐしでなじませます。',
      '残った油は、乾燥の気になる指先や肘になじませてください。',
      '開封後は直射日光を避け、半年を目安に使い切ってください。',
    ],
    ingredients: '無香料:ツバキ種子油 / 柚子:ツバキ種子油、ユズ果皮油',
    images: [
      {
        path: 'large/camellia-oil-1',
        alt: '琥珀色のガラス瓶に入った純椿油「しずく」。真鍮の口金と黒いスポイトがつき、そばに赤い椿の花と二つの油の滴がある',
      },
      {
        path: 'large/camellia-oil-2',
        alt: '白い小皿に注いだ金色の椿油と、皿の縁に置いたスポイト。奥に口を開けた琥珀色の瓶と赤い椿がある',
      },
    ],
    skus: [
      { ...scented, ...oil30, id: 101, product_code: 'TN-OIL-N030', set_item_name1: '無香料', stock: 240 },
      { ...scented, ...oil60, id: 102, product_code: 'TN-OIL-N060', set_item_name1: '無香料', stock: 160 },
      { ...scented, ...oil30, id: 103, product_code: 'TN-OIL-Y030', set_item_name1: '柚子', stock: 120 },
      { ...scented, ...oil60, id: 104, product_code: 'TN-OIL-Y060', set_item_name1: '柚子', stock: 85 },
    ],
  },
  {
    ...both,
    id: 2,
    product_name: 'シャンプー「泡紬」',
    product_name_kana: 'しゃんぷー あわつむぎ',
    slug: 'shampoo',
    category_id: 2,
    catch_copy: 'きめ細かな泡で、髪と地肌をやさしく洗う。',
    description: paragraphs(
      '糸を紡ぐように、空気を含ませながら泡立ててください。アミノ酸系の洗浄成分に椿油を合わせた、もっちりとした泡です。指の腹が地肌をすべり、洗い流すときもきしみにくいように整えました。',
      '汚れを落としながら、髪と地肌のうるおいを保ちます。香りは三つ。白檀は静かで甘く、柚子は明るく軽やか。香りを重ねたくない方には無香料をご用意しました。',
    ),
    how_to_use: [
      '髪と地肌を、ぬるま湯で一分ほど予洗いします。',
      '肩までの長さで二、三プッシュを手に取り、水を少し加えて泡立てます。',
      '指の腹で地肌を洗い、泡を髪の中ほどから毛先へ通します。',
      '泡が残らないように、よくすすいでください。',
    ],
    ingredients:
      '水、ココイルメチルタウリンNa、コカミドプロピルベタイン、ラウロイルメチルアラニンNa、グリセリン、コカミドメチルMEA、ツバキ種子油、加水分解シルク、ポリクオタニウム-10、塩化Na、クエン酸、BG、フェノキシエタノール、香料(無香料には含みません)',
    images: [
      {
        path: 'large/shampoo-1',
        alt: '真鍮のポンプがついた、すりガラスのボトル入りシャンプー「泡紬」。足もとに椿の葉が一枚ある',
      },
      { path: 'shampoo-2', alt: '大小二本並んだシャンプー「泡紬」のボトル。手前に赤い椿の花がある' },
    ],
    skus: [
      { ...scented, ...shampoo300, id: 105, product_code: 'TN-SHP-B300', set_item_name1: '白檀', stock: 180 },
      { ...scented, ...shampoo500, id: 106, product_code: 'TN-SHP-B500', set_item_name1: '白檀', stock: 140 },
      { ...scented, ...shampoo300, id: 107, product_code: 'TN-SHP-Y300', set_item_name1: '柚子', stock: 95 },
      {
        ...scented,
        ...shampoo500,
        id: 108,
        product_code: 'TN-SHP-Y500',
        set_item_name1: '柚子',
        stock: 0,
        visible: false,
      },
      { ...scented, ...shampoo300, id: 109, product_code: 'TN-SHP-N300', set_item_name1: '無香料', stock: 130 },
      { ...scented, ...shampoo500, id: 110, product_code: 'TN-SHP-N500', set_item_name1: '無香料', stock: 110 },
    ],
  },
  {
    ...both,
    id: 3,
    product_name: 'トリートメント「絹衣」',
    product_name_kana: 'とりーとめんと きぬごろも',
    slug: 'treatment',
    category_id: 2,
    catch_copy: '洗うたびに、なめらかな手ざわりへ。',
    description: paragraphs(
      '名前のとおり、薄い絹を一枚まとったような仕上がりを目指しました。椿油とシルクの成分が髪の表面をととのえ、うるおいを与えます。',
      'のびがよく、少しの量で毛先まで行きわたるかたさです。五分も待つ必要はありません。なじませて、ひと呼吸おいて流すだけ。乾かしたあとの指どおりとつやを、毎日の習慣にしてください。',
    ),
    how_to_use: [
      'シャンプーのあと、髪の水気を軽く切ります。',
      '肩までの長さでさくらんぼ一粒ほどを、毛先から中ほどになじませます。',
      'ひと呼吸おいて、ぬめりがなくなるまで流してください。',
    ],
    ingredients:
      '水、セテアリルアルコール、グリセリン、ステアルトリモニウムクロリド、ツバキ種子油、ジメチコン、ベヘニルアルコール、加水分解シルク、トコフェロール、イソプロパノール、クエン酸、フェノキシエタノール、香料',
    images: [
      {
        path: 'large/treatment-1',
        alt: '淡い桃色のすりガラスの容器に木のふたをしたトリートメント「絹衣」。右手前にクリームがひとすくいある',
      },
    ],
    skus: [
      { ...scented, ...treatment250, id: 111, product_code: 'TN-TRT-B250', set_item_name1: '白檀', stock: 150 },
      { ...scented, ...treatment500, id: 112, product_code: 'TN-TRT-B500', set_item_name1: '白檀', stock: 90 },
      { ...scented, ...treatment250, id: 113, product_code: 'TN-TRT-Y250', set_item_name1: '柚子', stock: 70 },
      { ...scented, ...treatment500, id: 114, product_code: 'TN-TRT-Y500', set_item_name1: '柚子', stock: 0 },
    ],
  },
  {
    ...both,
    id: 4,
    product_name: 'ヘアマスク「艶籠り」',
    product_name_kana: 'へあますく つやごもり',
    slug: 'hair-mask',
    category_id: 3,
    catch_copy: '週に一度、髪のための長湯。',
    description: paragraphs(
      '日差しや空調で乾いた髪に、週に一度の手入れを。椿油とシア脂を合わせた濃いクリームが、髪の油分と水分を補い、しっとりとした重みを残します。',
      '湯船に浸かる五分のあいだ、蒸しタオルで包んでお待ちください。流したあとはしなやかにまとまり、つやが出ます。香りはつけていませんので、お手持ちの香りと混ざりません。',
    ),
    how_to_use: [
      'シャンプーのあと、タオルで髪の水気を取ります。',
      '毛先を中心に、大さじ一杯ほどをなじませます。地肌にはつけません。',
      '蒸しタオルで包んで五分おき、よく流してください。週に一、二度が目安です。',
    ],
    ingredients:
      '水、セテアリルアルコール、ツバキ種子油、グリセリン、シア脂、ベヘントリモニウムクロリド、ミツロウ、加水分解ケラチン(羊毛)、パンテノール、トコフェロール、イソプロパノール、クエン酸、フェノキシエタノール',
    images: [
      {
        path: 'hair-mask-1',
        alt: 'ふたを開けた広口の器に入ったヘアマスク「艶籠り」。白いクリームが渦を巻き、木のふたが立てかけてある',
      },
    ],
    skus: [
      {
        ...sized,
        id: 115,
        product_code: 'TN-MSK-200',
        set_item_name2: '200g',
        price: 3520,
        subscription_price: 3168,
        stock: 64,
        sale_limit: 10,
      },
    ],
  },
  {
    ...both,
    id: 5,
    product_name: 'ヘアミルク「朝凪」',
    product_name_kana: 'へあみるく あさなぎ',
    slug: 'hair-milk',
    category_id: 3,
    catch_copy: '寝起きの髪を、凪いだ海のように。',
    description: paragraphs(
      '朝の支度は短いほうがいい。水よりしっとり、油より軽い、椿油の乳液です。寝ぐせを湿らせた髪にひとなじませで、広がりや、うねりの目立つ毛先がまとまりやすくなります。',
      '髪の水分と油分を補い、乾いた空気の中でもうるおいを保ちます。ドライヤーの前にもお使いください。手に残ったぶんは、そのまま手肌になじませられます。',
    ),
    how_to_use: [
      '乾いた髪なら毛先を軽く湿らせ、洗った髪なら水気を取ってから使います。',
      '十円玉ほどを手のひらに広げ、毛先から髪の内側へなじませます。',
      '櫛を通し、形をととのえてください。洗い流す必要はありません。',
    ],
    ingredients:
      '水、グリセリン、ツバキ種子油、BG、セテアリルアルコール、シクロペンタシロキサン、ポリソルベート60、加水分解シルク、ベタイン、カルボマー、水酸化K、トコフェロール、フェノキシエタノール、香料',
    images: [
      {
        path: 'large/hair-milk-1',
        alt: 'すりガラスの瓶に真鍮のふたをしたヘアミルク「朝凪」。手前に乳液を入れた青い小皿がある',
      },
    ],
    skus: [
      { ...scented, ...milk, id: 116, product_code: 'TN-MLK-Y120', set_item_name1: '柚子', stock: 88 },
      { ...scented, ...milk, id: 117, product_code: 'TN-MLK-B120', set_item_name1: '白檀', stock: 52 },
    ],
  },
  {
    ...subscriptionOnly,
    id: 6,
    product_name: '地肌水',
    product_name_kana: 'じはだすい',
    slug: 'scalp-lotion',
    category_id: 3,
    catch_copy: '地肌にも、毎晩の化粧水を。定期便だけのお届け。',
    description: paragraphs(
      '顔に化粧水をつけるように、地肌にもひと手間を。椿の葉と花のエキスを入れた、さらりとした頭皮用の化粧水です。洗ったあとの地肌にうるおいを与え、すこやかに保ちます。',
      '続けて使っていただくものなので、定期便だけでお届けしています。一本の目安は、毎晩のお使いでおよそ一か月。お届けの間隔は、減り具合に合わせてマイページから変えられます。',
    ),
    how_to_use: [
      '洗髪後、タオルで水気を取った地肌に使います。',
      '髪を分けて先を地肌に当て、生えぎわから頭頂へ数か所につけます。',
      '指の腹で、地肌を動かすように軽くなじませてください。',
    ],
    ingredients:
      '無香料:水、BG、グリセリン、ツバキ葉エキス、ツバキ花エキス、ベタイン、ヒアルロン酸Na、アラントイン、クエン酸Na、クエン酸、フェノキシエタノール / 薄荷:水、BG、エタノール、グリセリン、ツバキ葉エキス、ツバキ花エキス、ベタイン、ヒアルロン酸Na、アラントイン、ハッカ油、PEG-60水添ヒマシ油、クエン酸Na、クエン酸、フェノキシエタノール',
    images: [
      {
        path: 'scalp-lotion-1',
        alt: '先の細いノズルがついた、薄緑の細長いガラス瓶の「地肌水」。足もとに椿の葉と水の滴がある',
      },
    ],
    skus: [
      {
        ...scented,
        ...scalpLotion,
        id: 118,
        product_code: 'TN-SLP-N150',
        set_item_name1: '無香料',
        stock: 120,
        sale_limit: 5,
      },
      {
        ...scented,
        ...scalpLotion,
        id: 119,
        product_code: 'TN-SLP-H150',
        set_item_name1: '薄荷',
        stock: 76,
        sale_limit: 5,
      },
    ],
  },
  {
    ...once,
    id: 7,
    product_name: '本つげ櫛',
    product_name_kana: 'ほんつげぐし',
    slug: 'boxwood-comb',
    category_id: 4,
    catch_copy: '使うほど手になじみ、飴色に育つ櫛。',
    description: paragraphs(
      '何年も寝かせて乾かしたつげの板を、一枚ずつ挽き、歯の先を丸く磨きました。仕上げに椿油を含ませています。髪に当てると、木のやわらかな手ごたえがあり、櫛どおりはなめらかです。',
      '細歯は仕上げと前髪に、中歯は毎日の梳かしに、荒歯は量の多い髪や癖のある髪に。水では洗わず、ときどき椿油を布にとって拭いてください。年月とともに、色は飴色へ深まります。生成りの麻の袋に入れてお届けします。',
    ),
    how_to_use: [
      '毛先から少しずつ、最後に根元から毛先へ通します。濡れた髪には使いません。',
      '汚れは、椿油を含ませた歯ブラシで歯のあいだを軽くこすり、乾いた布で拭きます。',
      '水洗いはせず、直射日光と乾いた風を避けて保管してください。',
    ],
    ingredients: '櫛:本つげ(国産)、椿油仕上げ。長さ 約12cm。天然の木のため、色と木目は一枚ごとに異なります。 / 袋:麻',
    images: [
      { path: 'large/boxwood-comb-1', alt: '「椿野」の焼き印を押した、丸い背の本つげ櫛。奥に赤い椿の花と葉がある' },
      {
        path: 'boxwood-comb-2',
        alt: '赤い紐を結んだ生成りの袋から半分引き出した本つげ櫛を、間近に写した一枚。丸みのある歯が並んでいる',
      },
    ],
    skus: [
      {
        ...usual,
        id: 120,
        product_code: 'TN-CMB-F',
        sku_parent_item_name1: '歯',
        set_item_name1: '細歯',
        price: 16500,
        stock: 3,
        sale_limit: 3,
      },
      {
        ...usual,
        id: 121,
        product_code: 'TN-CMB-M',
        sku_parent_item_name1: '歯',
        set_item_name1: '中歯',
        price: 13200,
        stock: 24,
        sale_limit: 3,
      },
      {
        ...usual,
        id: 122,
        product_code: 'TN-CMB-W',
        sku_parent_item_name1: '歯',
        set_item_name1: '荒歯',
        price: 12100,
        stock: 15,
        sale_limit: 3,
      },
    ],
  },
  {
    ...once,
    id: 8,
    product_name: '猪毛ブラシ',
    product_name_kana: 'ちょもうぶらし',
    slug: 'hair-brush',
    category_id: 4,
    catch_copy: '椿油を、根元から毛先まで運ぶ一本。',
    description: paragraphs(
      'こしのある猪の毛を、やわらかくたわむクッションに植え、桜の木の柄に収めました。毛の長さをわずかに変えてあるので、髪の面にも、その内側にも届きます。',
      '椿油をほんの一滴なじませてから梳かすと、油が根元から毛先まで行きわたり、つやがそろいます。髪の量がふつうから多い方、長い髪の方に。毛は使い始めがいちばんかたく、ひと月ほどで手になじみます。',
    ),
    how_to_use: [
      '毛先のもつれを手でほどき、毛先、中ほど、根元の順に梳かします。',
      '抜けた髪は、そのつど櫛で取り除きます。',
      '柄が木ですので、水に浸けないでください。',
    ],
    ingredients: '柄:桜材(椿油仕上げ) / クッション:天然ゴム / 毛:猪毛。全長 約22cm。',
    images: [
      { path: 'large/hair-brush-1', alt: '毛の面を上に向けて置いた、木の柄の猪毛ブラシ。黒い毛がふさふさと立っている' },
    ],
    skus: [{ ...usual, id: 123, product_code: 'TN-BRS-01', price: 9900, stock: 0, sale_limit: 5 }],
  },
  {
    ...once,
    id: 9,
    product_name: 'はじめての三包',
    product_name_kana: 'はじめてのさんぽう',
    slug: 'trial-set',
    category_id: 2,
    catch_copy: '泡紬、絹衣、しずくを、小さな包みで。',
    description: paragraphs(
      '大きな瓶を買う前に、香りと手ざわりを確かめていただくための小さな包みです。シャンプー「泡紬」とトリートメント「絹衣」は白檀の香りを一回分ずつ、純椿油「しずく」は無香料を数回分お入れしました。',
      'これだけのご注文なら、郵便受けに届くメール便をお選びいただけます。お一人さま一つ、一度きりのお届けで、定期便のお申し込みにはなりません。薄い包みですので、旅先にもお持ちください。',
    ),
    how_to_use: [
      '「泡紬」で髪と地肌を洗い、「絹衣」を毛先になじませて流します。',
      'タオルで水気を取り、「しずく」一、二滴を毛先になじませてから乾かします。',
      '「泡紬」と「絹衣」はその日のうちに、「しずく」は開けてから一週間のうちに使い切ってください。',
    ],
    ingredients:
      '内容:シャンプー「泡紬」白檀 10mL、トリートメント「絹衣」白檀 10mL、純椿油「しずく」無香料 3mL。全成分はそれぞれの商品ページと同じです。',
    images: [
      {
        path: 'trial-set-1',
        alt: '扇のように並んだ三つの小袋。「泡紬」「絹衣」「しずく」の文字が見える。手前に紙の外袋がある',
      },
    ],
    skus: [
      {
        ...usual,
        id: 124,
        product_code: 'TN-TRY-03',
        price: 990,
        stock: 500,
        sale_limit: 1,
        weight_g: 80,
        light_flag: true,
      },
    ],
  },
  {
    ...both,
    id: 10,
    product_name: 'シャンプー「泡紬」詰め替え',
    product_name_kana: 'しゃんぷー あわつむぎ つめかえ',
    slug: 'refill',
    category_id: 2,
    catch_copy: '300mLのボトルに、ちょうど一本分。',
    description: paragraphs(
      'ボトルはそのまま、中身だけを入れ替える「泡紬」の詰め替えです。300mLボトルに、こぼさず注ぎ切れる一本分。上の角に、ふたのついた細い注ぎ口があります。',
      '薄い袋なので、詰め替えだけならメール便でお届けできます。定期便にすると、なくなる頃に郵便受けへ。ボトルは、水を入れずによく乾かしてから詰め替えてください。',
    ),
    how_to_use: [
      'ボトルとポンプの内側を洗い、よく乾かします。',
      '注ぎ口のふたを外し、ボトルの口に差し込んでゆっくり注ぎます。',
      '違う香りを混ぜたり、継ぎ足したりせず、一度に使い切ってください。',
    ],
    ingredients:
      '水、ココイルメチルタウリンNa、コカミドプロピルベタイン、ラウロイルメチルアラニンNa、グリセリン、コカミドメチルMEA、ツバキ種子油、加水分解シルク、ポリクオタニウム-10、塩化Na、クエン酸、BG、フェノキシエタノール、香料(無香料には含みません)',
    images: [
      {
        path: 'refill-1',
        alt: '上の角に注ぎ口がついた、自立する袋入りのシャンプー「泡紬」詰め替え。足もとに椿の葉がある',
      },
    ],
    skus: [
      { ...scented, ...refill, id: 125, product_code: 'TN-RFL-B300', set_item_name1: '白檀', stock: 210 },
      { ...scented, ...refill, id: 126, product_code: 'TN-RFL-N300', set_item_name1: '無香料', stock: 190 },
    ],
  },
  {
    ...subscriptionOnly,
    id: 11,
    product_name: '椿油 一年便',
    product_name_kana: 'つばきあぶら いちねんびん',
    slug: 'yearly-oil',
    category_id: 1,
    catch_copy: 'お代は一度に、椿油は十二回に分けて。',
    description: paragraphs(
      '純椿油「しずく」無香料30mLを、十二回に分けてお届けする定期便です。お代は初めに十二回分をまとめてお支払いいただきます。毎月のお届けで、ちょうど一年分です。\n{年払いの条件}',
      '油は、開けたてを気持ちよく使っていただきたいもの。まとめて送らず、そのつど新しい瓶をお届けします。通常のお買い物とは別にご注文ください。写真は六回分を並べたものです。お届けは一回に一瓶で、箱はつきません。',
    ),
    how_to_use: [
      'タオルで水気を取った髪に使います。肩までの長さで一、二滴が目安です。',
      '手のひらに広げて温め、毛先から中ほどへ、手ぐしでなじませます。',
      '開封後は直射日光を避け、半年を目安に使い切ってください。',
    ],
    ingredients: 'ツバキ種子油',
    images: [{ path: 'yearly-oil-1', alt: '「椿野」の焼き印を押した桐の箱に、琥珀色の椿油の瓶が六本並んでいる' }],
    lump_sum_payment_flag: true,
    lump_sum_payment_num: 12,
    skus: [
      {
        ...sized,
        id: 127,
        product_code: 'TN-OIL-YEAR',
        set_item_name2: '30mL×12回',
        price: 2057,
        subscription_price: 2057,
        stock: 360,
        sale_limit: 3,
      },
    ],
  },
  {
    ...once,
    id: 12,
    product_name: '贈りもの箱',
    product_name_kana: 'おくりものばこ',
    slug: 'gift-set',
    category_id: 5,
    catch_copy: '椿油と本つげ櫛を、桐の箱に納めて。',
    description: paragraphs(
      '純椿油「しずく」無香料60mLと、本つげ櫛の中歯を、「椿野」の印を押した桐の箱に納めました。薄紙で包み、和紙の帯をかけてお届けします。中身は、どちらも単品と同じものです。',
      '箱の中に、金額のわかるものは入れません。手渡しなさる場合は、箱に合わせた手提げ袋ありをお選びください。結婚や還暦のお祝い、季節のごあいさつに。写真の椿の花は撮影用です。',
    ),
    how_to_use: [
      '「しずく」は、洗髪後の毛先に一、二滴をなじませます。',
      '「本つげ櫛」は、乾いた髪を毛先から少しずつ梳かします。水洗いはしません。',
    ],
    ingredients:
      '内容:純椿油「しずく」無香料 60mL、本つげ櫛 中歯(麻の袋つき)。全成分と素材はそれぞれの商品ページと同じです。箱:桐、約24×17×6cm。',
    images: [
      {
        path: 'large/gift-set-1',
        alt: '薄紙を敷いた桐の箱に、椿油の瓶と本つげ櫛、赤い椿が納まっている。後ろに「椿野」の印を押したふたがある',
      },
    ],
    skus: [
      {
        ...usual,
        id: 128,
        product_code: 'TN-GFT-0',
        sku_parent_item_name1: '手提げ袋',
        set_item_name1: 'なし',
        price: 18480,
        stock: 40,
        sale_limit: 20,
      },
      {
        ...usual,
        id: 129,
        product_code: 'TN-GFT-1',
        sku_parent_item_name1: '手提げ袋',
        set_item_name1: 'あり',
        price: 18700,
        stock: 40,
        sale_limit: 20,
      },
    ],
  },
  {
    ...once,
    id: 13,
    product_name: '手ぬぐい',
    product_name_kana: 'てぬぐい',
    slug: 'tenugui',
    category_id: 5,
    catch_copy: '洗い髪を包む、さらし木綿の一枚。',
    description: paragraphs(
      '乾きの早い、さらし木綿の手ぬぐいです。洗い髪を包むと水をよく吸い、使うほど布がやわらかくなります。端は切りっぱなし。水切れがよく、すぐに乾くようにという昔からの仕立てです。',
      '柄は二つ、どちらも藍の一色です。「青海波」は、重なる波の文様。「麻の葉」は、すっきりとした幾何の文様です。写真は「青海波」です。はじめの数回は色が落ちることがありますので、ほかの物と分けて洗ってください。',
    ),
    how_to_use: [
      '洗い髪を包み、押さえるようにして水気を取ります。',
      '洗濯のあとは形を整えて陰干ししてください。端のほつれた糸は、はさみで切ります。',
    ],
    ingredients: '綿100%(日本製)。約34×90cm。',
    images: [
      {
        path: 'large/tenugui-1',
        alt: '藍地に白い青海波の手ぬぐい。たたんで白い帯を巻いたものの奥に、丸めた一枚がある',
      },
    ],
    skus: [
      {
        ...usual,
        id: 130,
        product_code: 'TN-TNG-S',
        sku_parent_item_name1: '柄',
        set_item_name1: '青海波',
        price: 1430,
        stock: 58,
        weight_g: 120,
        light_flag: true,
      },
      {
        ...usual,
        id: 131,
        product_code: 'TN-TNG-A',
        sku_parent_item_name1: '柄',
        set_item_name1: '麻の葉',
        price: 1430,
        stock: 46,
        weight_g: 120,
        light_flag: true,
      },
    ],
  },
  {
    ...both,
    id: 14,
    product_name: '椿石けん',
    product_name_kana: 'つばきせっけん',
    slug: 'soap',
    category_id: 5,
    catch_copy: '枠で寝かせて切り出した、顔と体の石けん。',
    description: paragraphs(
      '椿油を練り込んだ生地を木の枠に流し、ひと月ほど寝かせてから一つずつ切り出します。泡は細かく、すすぎはさっぱり。洗ったあとの肌に、しっとりした感触が残ります。',
      '香りも色もつけていません。表情が一つずつ少し違うのは、手で切り、手で印を押しているためです。一度に作れる数が少なく、品切れの際はお待たせすることがあります。',
    ),
    how_to_use: [
      '手や泡立て網でよく泡立て、泡で顔や体を洗います。',
      'ぬるま湯で十分に流してください。',
      '使ったあとは水気を切り、風の通る場所に置くと長持ちします。',
    ],
    ingredients: '石ケン素地、水、ツバキ種子油、グリセリン、スクロース、エチドロン酸4Na',
    images: [
      {
        path: 'large/soap-1',
        alt: '桐のすのこにのせた生成り色の椿石けん。表に「椿野」の印が押してあり、奥に紙の箱がある',
      },
    ],
    skus: [
      {
        ...sized,
        id: 132,
        product_code: 'TN-SOP-090',
        set_item_name2: '90g',
        price: 1320,
        subscription_price: 1188,
        stock: 4,
        sale_limit: 5,
        weight_g: 120,
        light_flag: true,
      },
    ],
  },
  {
    ...both,
    id: 15,
    product_name: '椿の葉茶',
    product_name_kana: 'つばきのはちゃ',
    slug: 'camellia-tea',
    category_id: 5,
    catch_copy: '椿の若葉を焙じた、香ばしいお茶。',
    description: paragraphs(
      '油を搾る椿の木から、春に若葉を摘み、蒸して揉み、ゆっくり焙じました。湯を注ぐと、ほうじ茶に似た香ばしさのあとに、青い葉の甘い香りが立ちます。',
      '渋みはおだやかで、食事にも、風呂上がりの一杯にも合います。夏は濃いめに淹れ、冷やしてどうぞ。茶葉40gを、和紙を巻いた茶筒に入れてお届けします。湯のみ二十杯分ほどです。',
    ),
    how_to_use: [
      '一杯につき茶葉小さじ一杯(約2g)を急須に入れ、熱湯150mLを注いで一分ほどおきます。',
      '冷やすときは茶葉を倍にして濃いめに淹れ、氷を入れたグラスに注ぎます。',
      '開封後はふたをしっかり閉め、早めにお召し上がりください。',
    ],
    ingredients: '椿葉(国産)',
    images: [
      { path: 'camellia-tea-1', alt: '緑の和紙を巻いた木ぶたの茶筒と、淡い金色の茶を入れた湯のみ。手前に茶葉がある' },
    ],
    skus: [
      {
        ...sized,
        id: 133,
        product_code: 'TN-TEA-040',
        set_item_name2: '40g',
        price: 1620,
        subscription_price: 1458,
        tax_rate: 8,
        stock: 90,
        sale_limit: 30,
      },
    ],
  },
  {
    ...once,
    id: 16,
    product_name: '純椿油「しずく」沈丁花',
    product_name_kana: 'じゅんつばきあぶら しずく じんちょうげ',
    slug: 'camellia-oil-daphne',
    category_id: 1,
    visible: false,
    catch_copy: '春を告げる花の香りを、ひとしずく。',
    description: paragraphs(
      'まだ寒い庭の隅から、ふいに甘く香る沈丁花。その香りを、純椿油「しずく」にのせました。つけたては甘く、髪が乾くころには、ほのかに残るほどの淡さに整えています。',
      '椿油は、髪の油分を補い、うるおいとつやを保ちます。早春に、数を限って発売する予定です。',
    ),
    how_to_use: [
      'タオルで水気を取った髪に使います。肩までの長さで一、二滴が目安です。',
      '手のひらに広げて温め、毛先から中ほどへ、手ぐしでなじませます。',
    ],
    ingredients: 'ツバキ種子油、香料',
    images: [
      {
        path: 'large/camellia-oil-1',
        alt: '琥珀色のガラス瓶に入った純椿油「しずく」。真鍮の口金と黒いスポイトがつき、そばに赤い椿の花と二つの油の滴がある',
      },
    ],
    skus: [
      {
        ...scented,
        id: 134,
        product_code: 'TN-OIL-D030',
        set_item_name1: '沈丁花',
        set_item_name2: '30mL',
        price: 2640,
        stock: 200,
        sale_limit: 2,
      },
    ],
  },
]
