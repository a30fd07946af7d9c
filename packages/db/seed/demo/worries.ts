interface Worry {
  worry_name: string
  slug: string
  title: string
  lead: string
  /** Product numbers, in display order. */
  products: number[]
}

/** Texts stay within what a cosmetic may claim: no growth, no cure (薬機法). */
export const demoWorries: Worry[] = [
  {
    worry_name: 'うねり・広がり',
    slug: 'frizz',
    title: 'うねりや広がりが気になる髪に',
    lead: '湿った日にふくらむ髪は、油分を薄く補い、櫛でゆきわたらせると落ち着きやすくなります。',
    products: [1, 5, 4, 7],
  },
  {
    worry_name: 'パサつき',
    slug: 'dryness',
    title: 'パサつく毛先に、うるおいとつやを',
    lead: '日差しや空調で乾いた髪に。洗うところから見直して、毎日少しずつ補います。',
    products: [4, 1, 3, 2, 5],
  },
  {
    worry_name: 'ハリ・コシ・ボリューム感',
    slug: 'volume',
    title: 'ぺたんとしやすい髪の、日々の手入れに',
    lead: '地肌をすこやかに保ち、引っぱらずにとかす。髪と地肌をいたわり、髪にハリとコシを与える品です。どれも化粧品と雑貨です。',
    products: [6, 8, 2, 7],
  },
  {
    worry_name: '頭皮の乾燥',
    slug: 'dry-scalp',
    title: '地肌の乾燥が気になるときに',
    lead: '洗いすぎず、洗ったあとは顔と同じようにうるおいを。地肌をすこやかに保つ二つの手入れです。',
    products: [6, 2, 10],
  },
  {
    worry_name: '白髪まわりのツヤ',
    slug: 'grey-shine',
    title: '白いもののまじる髪に、つやを',
    lead: '白い髪は光を散らし、乾いて見えがちです。油分を一滴補うと、面がそろってつやが出ます。色を染めるものではありません。',
    products: [1, 7, 4, 3],
  },
]
