export type Residence = {
  postal_code01: string
  postal_code02: string
  pref_id: number
  /** City and town as in the postcode data. */
  addr01: string
  addr02: string
  addr03: string
}

export type MemberAddress = Residence & {
  name01: string
  name02: string
  kana01: string
  kana02: string
  phone_number: string
  is_default: boolean
  /** 置き配: a label of the master list, or the member's own words. */
  delivery_notes: string
}

export type DemoMember = Residence & {
  shop_id: 2 | 3
  email: string
  password: string
  name01: string
  name02: string
  kana01: string
  kana02: string
  birthday: string | null
  sex: 1 | 2 | null
  phone_number: string
  rank_name: string | null
  /** Id of a user in the LINE simulator. */
  line_id?: string
  /** Business account. */
  account_type: boolean
  company_name: string | null
  company_name_kana: string | null
  manager_name: string | null
  manager_name_kana: string | null
  /** Shipping addresses; the member's own is in the columns above. */
  addresses: MemberAddress[]
}

const password = 'Tsubaki2026'
const person = {
  shop_id: 2,
  password,
  account_type: false,
  company_name: null,
  company_name_kana: null,
  manager_name: null,
  manager_name_kana: null,
} as const

// Towns match their postcodes. House numbers begin with 0, so none of them can exist.
const kamakura = {
  postal_code01: '248',
  postal_code02: '0006',
  pref_id: 14,
  addr01: '鎌倉市小町',
  addr02: '0-0-1',
  addr03: 'メゾン椿 201号室',
}
const nagoya = {
  postal_code01: '460',
  postal_code02: '0008',
  pref_id: 23,
  addr01: '名古屋市中区栄',
  addr02: '0-0-2',
  addr03: '',
}
const harajuku = {
  postal_code01: '150',
  postal_code02: '0001',
  pref_id: 13,
  addr01: '渋谷区神宮前',
  addr02: '0-0-3',
  addr03: 'コーポ若葉 102号室',
}
const ishigaki = {
  postal_code01: '907',
  postal_code02: '0004',
  pref_id: 47,
  addr01: '石垣市登野城',
  addr02: '0番地4',
  addr03: '',
}
const sado = {
  postal_code01: '952',
  postal_code02: '1311',
  pref_id: 15,
  addr01: '佐渡市八幡',
  addr02: '0番地5',
  addr03: '',
}
const kyoto = {
  postal_code01: '604',
  postal_code02: '8005',
  pref_id: 26,
  addr01: '京都市中京区恵比須町',
  addr02: '0番地6',
  addr03: '',
}
const fukuoka = {
  postal_code01: '812',
  postal_code02: '0011',
  pref_id: 40,
  addr01: '福岡市博多区博多駅前',
  addr02: '0-0-7',
  addr03: '',
}
const osaka = {
  postal_code01: '541',
  postal_code02: '0041',
  pref_id: 27,
  addr01: '大阪市中央区北浜',
  addr02: '0-0-8',
  addr03: '結髪舎ビル 1階',
}
const ginza = {
  postal_code01: '104',
  postal_code02: '0061',
  pref_id: 13,
  addr01: '中央区銀座',
  addr02: '0-0-9',
  addr03: '結髪舎 銀座店',
}

const hanako = { name01: '山口', name02: '花子', kana01: 'やまぐち', kana02: 'はなこ', phone_number: '09000000001' }
const kazuko = { name01: '井上', name02: '和子', kana01: 'いのうえ', kana02: 'かずこ', phone_number: '0520000000' }
const taro = { name01: '佐藤', name02: '太郎', kana01: 'さとう', kana02: 'たろう', phone_number: '08000000002' }
const misaki = { name01: '宮良', name02: '美咲', kana01: 'みやら', kana02: 'みさき', phone_number: '07000000003' }
const kenichi = { name01: '本間', name02: '健一', kana01: 'ほんま', kana02: 'けんいち', phone_number: '0259000000' }
const itsuki = { name01: '藤原', name02: '樹', kana01: 'ふじわら', kana02: 'いつき', phone_number: '0750000000' }
const chiyo = { name01: '藤原', name02: '千代', kana01: 'ふじわら', kana02: 'ちよ', phone_number: '0920000000' }
const megumi = { name01: '高橋', name02: '恵', kana01: 'たかはし', kana02: 'めぐみ', phone_number: '0300000000' }

export const demoMembers: DemoMember[] = [
  // Buys every month, and sends some of it to her mother.
  {
    ...person,
    ...hanako,
    ...kamakura,
    email: 'hanako@example.com',
    birthday: '1984-05-12',
    sex: 2,
    rank_name: 'ひらき',
    addresses: [
      { ...hanako, ...kamakura, is_default: true, delivery_notes: '宅配ボックス' },
      { ...kazuko, ...nagoya, is_default: false, delivery_notes: '' },
    ],
  },
  // Has just registered: no shipping address, no card, no order.
  {
    ...person,
    ...taro,
    ...harajuku,
    email: 'taro@example.com',
    birthday: null,
    sex: null,
    rank_name: 'つぼみ',
    addresses: [],
  },
  // Ishigaki: a longer lead time, and nothing is bundled.
  {
    ...person,
    ...misaki,
    ...ishigaki,
    email: 'okinawa@example.com',
    line_id: `U${'5'.repeat(32)}`,
    birthday: '1992-11-03',
    sex: 2,
    rank_name: 'つぼみ',
    addresses: [{ ...misaki, ...ishigaki, is_default: true, delivery_notes: '玄関前' }],
  },
  // Sado: a remote island, although most of its prefecture is not.
  {
    ...person,
    ...kenichi,
    ...sado,
    email: 'island@example.com',
    birthday: '1968-02-29',
    sex: 1,
    rank_name: 'つぼみ',
    addresses: [{ ...kenichi, ...sado, is_default: true, delivery_notes: '勝手口の横にある、屋根つきの棚' }],
  },
  // A long-time subscriber (定期便) with the highest rank.
  {
    ...person,
    ...itsuki,
    ...kyoto,
    email: 'itsuki@example.com',
    birthday: '1975-09-21',
    sex: null,
    rank_name: 'みごろ',
    addresses: [
      { ...itsuki, ...kyoto, is_default: true, delivery_notes: '' },
      { ...chiyo, ...fukuoka, is_default: false, delivery_notes: '物置' },
    ],
  },
  // A hairdresser with two salons that buys by the carton.
  {
    ...person,
    ...megumi,
    ...osaka,
    shop_id: 3,
    email: 'salon@example.com',
    birthday: null,
    sex: null,
    rank_name: null,
    account_type: true,
    company_name: '株式会社 結髪舎',
    company_name_kana: 'かぶしきがいしゃけっぱつしゃ',
    manager_name: '高橋 恵',
    manager_name_kana: 'たかはし めぐみ',
    addresses: [
      { ...megumi, ...osaka, is_default: true, delivery_notes: '' },
      { ...megumi, ...ginza, is_default: false, delivery_notes: '' },
    ],
  },
]
