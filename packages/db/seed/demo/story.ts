import { type BlockContent, type BlockKindName, type BlockOf, emptyBlock } from '@kushi/values/block/kinds'

const block = <K extends BlockKindName>(kind: K, content: Partial<BlockOf<K>>): BlockContent => ({
  ...emptyBlock(kind),
  ...content,
})

/** Blocks of 椿野's home page: from the seed to the hand. */
export const homeBlocks: BlockContent[] = [
  block('hero', {
    title: '椿の一滴で、\n髪はととのう。',
    text: '種だけをゆっくり搾った椿油と、油を含ませた櫛。毎日のひと手間を、静かに続けるための道具です。',
    image_path: 'hero-1',
    image_alt: '窓辺の光の中に並ぶ、椿油の瓶と櫛、椿の花',
    link_to: '/products/detail/1',
    link_label: '椿油「しずく」を見る',
  }),
  block('story', {
    title: '種を拾う',
    text: '十月、実がはじけて落ちた種だけを拾います。枝からはもぎません。木が手放したものを、ひと月ほど天日に干して。\n\nひと瓶に、およそ二百粒。',
    image_path: 'large/camellia-1',
    image_alt: '咲いたままの赤い椿と、こぼれた一枚の花びら',
    link_to: '/journal/seeds-in-october',
    link_label: '十月の山のこと',
  }),
  block('story', {
    title: '急がず搾る',
    text: '強く搾れば、たくさんとれます。けれど熱で、香りが変わる。\n\n少しずつ圧をかけ、落ちてくるのを待ち、紙で漉す。加えるものは、ありません。',
    image_path: 'large/camellia-oil-3',
    image_alt: '白い小皿に広がった金色の椿油',
    link_to: '/products?category=oil',
    link_label: '椿油を見る',
  }),
  block('story', {
    title: '櫛でゆきわたらせる',
    text: 'つけた油を、根元から毛先へ。本つげの歯が、一本ずつの髪に薄く渡していきます。\n\n使うほど飴色に育つのは、櫛も同じです。',
    image_path: 'large/boxwood-comb-4',
    image_alt: '本つげ櫛と、とかしたあとのつやのある黒髪のひと束',
    link_to: '/products/detail/7',
    link_label: '本つげ櫛を見る',
  }),
  block('voices', {
    title: 'お客様の声',
    text: 'デモのために書いた文章です。実際のお店では、ご本人が承諾された言葉だけを載せます。',
  }),
  block('goods', { title: '毎日の手入れに', link_to: '/products', link_label: 'すべての商品を見る' }),
  block('offer', {
    title: 'はじめての三包',
    text: '泡紬、絹衣、しずくを、一回分ずつ。ポストに届きます(送料別)。まずは一晩、髪で確かめてください。',
    image_path: 'trial-set-1',
    image_alt: '扇のように並んだ三つの小袋と、紙の外袋',
    link_to: '/products/detail/9',
    link_label: '三包を試す',
  }),
  block('journal', { title: '読みもの', link_to: '/journal', link_label: '読みものをすべて見る' }),
  block('line', {
    title: 'お届けの前に、LINEでひと声',
    text: '次回のお届け日や発送のお知らせが、いつものトーク画面に届きます。',
    link_to: '/contents/line.html',
    link_label: 'LINEでできること',
  }),
]

/** Blocks of the wholesale counter's home page. */
export const wholesaleBlocks: BlockContent[] = [
  block('hero', {
    title: '売り場に、\n椿の一角を。',
    text: '美容室、宿、雑貨店のみなさまへ。店頭でそのまま売れる化粧箱つきの椿油から、シャンプー台で使うサロン用まで、箱単位でお届けします。',
    image_path: 'hero-1',
    image_alt: '窓辺の光の中に並ぶ、椿油の瓶と櫛、椿の花',
    link_to: '/products',
    link_label: '卸の商品を見る',
  }),
  block('goods', { title: 'お取り扱いの商品', link_to: '/products', link_label: 'すべての商品を見る' }),
  block('offer', {
    title: 'はじめてのお取引',
    text: 'お申し込みのあと、審査を経てご案内します。開業前のお店も、まずはご相談ください。',
    link_to: '/supplier/apply',
    link_label: 'お取引を申し込む',
  }),
]

/** 申し込みページ of 椿野 */
export const demoLandingPage = {
  slug: 'shizuku',
  title: '椿油「しずく」定期便',
  items: [{ product_sku_id: 101, quantity: 1 }],
  adcd: 'demo-lp',
  thanks: 'はじめのひと瓶を、ていねいにお包みします。\n\n届いたら、まず一滴。お風呂上がりの毛先にお試しください。',
  blocks: [
    block('hero', {
      title: '毎朝の一滴が、\n髪の習慣になる。',
      text: '種だけをゆっくり搾った椿油「しずく」を、使い切るころに。お休みも解約も、マイページでできます。',
      image_path: 'large/camellia-oil-4',
      image_alt: '椿油の瓶と小皿の手前に置いた、つやのある黒髪のひと束',
      link_to: '#order',
      link_label: 'お申し込みの内容を見る',
    }),
    block('story', {
      title: '急がず搾る',
      text: '強く搾れば、たくさんとれます。けれど熱で、香りが変わる。\n\n少しずつ圧をかけ、落ちてくるのを待ち、紙で漉す。加えるものは、ありません。',
      image_path: 'large/camellia-oil-3',
      image_alt: '白い小皿に広がった金色の椿油',
    }),
    block('form', { title: 'お申し込み', text: 'この内容で、定期便をお届けします。' }),
    block('questions', {
      title: 'ご質問',
      questions: [
        {
          question: '何回か続けるお約束はありますか?',
          answer: 'ありません。次のお届けの締め切りまでに、マイページでお休みも解約もできます。',
        },
        {
          question: 'お届け間隔は変えられますか?',
          answer: '毎月か2か月ごとで始めていただき、あとからマイページで変えられます。',
        },
      ],
    }),
  ],
}

interface Article {
  slug: string
  title: string
  lead: string
  html: string
  image_path: string
  image_alt: string
  /** Days before the demo was created. */
  days_ago: number
}

export const demoArticles: Article[] = [
  {
    slug: 'how-to-use-camellia-oil',
    title: '椿油、一滴のつけかた',
    lead: 'つけすぎてしまう。どこからつけるか迷う。はじめての方からいちばん多いご質問に、手順でお答えします。',
    image_path: 'large/camellia-oil-4',
    image_alt: '椿油の瓶と小皿の手前に置いた、つやのある黒髪のひと束',
    days_ago: 6,
    html: `<p>椿油をはじめて使う方は、たいてい多くつけすぎます。肩までの髪なら、<strong>一、二滴</strong>。少ないと感じるくらいから始めてください。</p>
<h2>一、濡れた髪に</h2><p>お風呂上がり、タオルで水気を取ったあとが、いちばんむらなくのびます。ドライヤーは、そのあとで。</p>
<h2>二、手のひらで温める</h2><p>両手を合わせて十数えるあいだに、油がさらりとします。冬は、もう少し長く。</p>
<h2>三、毛先から、中ほどへ</h2><p>まず毛先を両手ではさみ、それから手ぐしで中ほどへ。根元にはつけません。手に残ったぶんは、指先や爪のまわりに。</p>
<h2>つけすぎたときは</h2><p>乾いたタオルで毛先をそっと押さえてください。それでも重ければ、次の日は半分に。自分の髪の一滴が、三日ほどで見つかります。</p>
<p><a href="/sh/products/detail/1">純椿油「しずく」を見る</a></p>`,
  },
  {
    slug: 'which-comb',
    title: '細歯、中歯、荒歯の選びかた',
    lead: '櫛は、歯の間隔で使い心地が変わります。髪の量と、使う場面から選ぶ目安をまとめました。',
    image_path: 'boxwood-comb-3',
    image_alt: '本つげ櫛の歯を間近に写した一枚。一本ずつ先が丸く磨かれている',
    days_ago: 20,
    html: `<p>店先でいちばん長く迷われるのが、歯の細かさです。決め手は二つ、髪の量と、使う場面です。</p>
<h2>迷ったら、中歯</h2><p>長さや髪質を選ばず、朝も夜も使えます。はじめての一枚はこれで足ります。</p>
<h2>量が多い、くせがある方は荒歯</h2><p>引っかかりが少なく、濡れた髪をほぐすときにも楽です。</p>
<h2>細い髪、仕上げには細歯</h2><p>面を整え、前髪やうぶ毛をまとめるのに向きます。量の多い髪には、少し通りにくいことがあります。</p>
<h2>使いはじめに</h2><p>椿油を布に含ませて歯のあいだまで拭き、ひと晩おいてください。月に一度、同じ手入れを。</p>
<p><a href="/sh/products/detail/7">本つげ櫛を見る</a></p>`,
  },
  {
    slug: 'seeds-in-october',
    title: '十月の山、種が落ちるころ',
    lead: '椿油の一年は、実がはじける音から始まります。種を拾い、干し、搾るまでの三か月。',
    image_path: 'large/camellia-1',
    image_alt: '咲いたままの赤い椿と、こぼれた一枚の花びら',
    days_ago: 34,
    html: `<p>椿の実は、秋に熟すと三つに割れます。中から黒い種が落ちる。その音を聞きながら拾うのが、十月の仕事です。</p>
<h2>もがずに、待つ</h2><p>早くもいだ実は、油がまだのっていません。木が手放すまで待って、地面のものだけを拾います。</p>
<h2>ひと月、干す</h2><p>むしろに広げ、朝に出して夕方にしまう。振るとからからと鳴るようになれば、乾いたしるしです。</p>
<h2>搾って、漉す</h2><p>砕いて蒸した種に、少しずつ圧をかけます。出てきた油は紙で漉すだけ。色は、淡い金色です。</p>
<p>この話に出てくる山と人は、デモのための作り話です。</p>`,
  },
  {
    slug: 'evening-care',
    title: '乾く季節の、夜の手入れ',
    lead: '空調の下で一日を過ごした髪に。洗う、ととのえる、とかす。十五分でできる順番です。',
    image_path: 'hair-mask-2',
    image_alt: 'ふたを開けたヘアマスク「艶籠り」と、ひとさじのクリーム',
    days_ago: 48,
    html: `<p>寒くなると、髪の水分も出ていきやすくなります。特別なことは、週に一度で足ります。</p>
<h2>洗う</h2><p>ぬるま湯で一分の予洗い。これだけで、シャンプーは少なくて済みます。</p>
<h2>ととのえる</h2><p>週に一度は、トリートメントの代わりにマスクを。蒸しタオルで包んで、湯船の五分。</p>
<h2>とかす</h2><p>乾かしたら椿油を一滴。櫛で、毛先からほぐすように。最後に根元から通します。</p>
<p><a href="/sh/products/detail/4">ヘアマスク「艶籠り」を見る</a></p>`,
  },
]
