interface DemoVoice {
  /** null: about the shop. */
  product_id: number | null
  named_as: string
  text: string
  /** Days before the demo was created. */
  days_ago: number
}

/**
 * Invented, and marked as such wherever they are shown (`origin` demo). They tell how something is used and feels, and
 * no effect (薬機法). The first three are on the home page.
 */
export const demoVoices: DemoVoice[] = [
  {
    product_id: 1,
    named_as: '40代・くせ毛',
    days_ago: 12,
    text: '朝、手のひらで温めて毛先に一滴。櫛の通りが軽くなって、支度が少し早くなりました。',
  },
  {
    product_id: 7,
    named_as: '50代・ロング',
    days_ago: 31,
    text: '使いはじめて三か月、色が少し深くなってきました。夜に布で拭きながら眺めるのが、小さな楽しみです。',
  },
  {
    product_id: 9,
    named_as: '30代・はじめて',
    days_ago: 18,
    text: 'いきなり一本は迷うので、ひと晩ずつ試せてよかったです。三包のなかでは、泡紬の香りがいちばん好きでした。',
  },
  {
    product_id: 1,
    named_as: '30代・肩までの髪',
    days_ago: 44,
    text: 'つけすぎて重くなった日もありました。濡れた髪に一滴、と決めてからは、ちょうどよくなりました。',
  },
  {
    product_id: 1,
    named_as: '60代・ショート',
    days_ago: 58,
    text: '無香料を選んでいます。香水の邪魔をせず、瓶が小さいので旅行にもこれ一本で足ります。',
  },
  {
    product_id: 1,
    named_as: '20代・ボブ',
    days_ago: 73,
    text: 'スポイトの先から落ちる量を、自分で加減できるのが気に入っています。30mLで、わたしは三か月ほど。',
  },
  {
    product_id: 2,
    named_as: '30代・細い髪',
    days_ago: 26,
    text: '泡がきめ細かく、洗い上がりがきしみません。白檀は、乾かすころにはほのかに残るくらいです。',
  },
  {
    product_id: 4,
    named_as: '40代・カラーをした髪',
    days_ago: 39,
    text: '週に一度、湯船で五分。乾かしたあとの手ざわりがなめらかです。濡れた手だと、ふたは少し開けにくいかも。',
  },
  {
    product_id: 12,
    named_as: '60代・贈りものに',
    days_ago: 66,
    text: '義母の誕生日に贈りました。桐の箱が気に入ったようで、いまは文箱になっています。',
  },
  {
    product_id: null,
    named_as: '定期便・40代',
    days_ago: 9,
    text: '使いきれない月は、お届け日を画面で先に延ばせます。電話をしなくていいのが助かります。',
  },
]
