export type MemberAddress = {
  name01: string
  name02: string
  postal_code01: string
  postal_code02: string
  pref_id: number
  /** City and town, as the postcode gives them. */
  addr01: string
  addr02: string
  addr03: string
  phone_number: string
  is_default: boolean
  /** 置き配: a label of the master list, or the member's own words. */
  delivery_notes: string
}

export type Member = {
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
  /** Business account. */
  account_type: boolean
  company_name: string | null
  company_name_kana: string | null
  manager_name: string | null
  manager_name_kana: string | null
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

export const members: Member[] = [
  // Buys every month, and sends some of it to her mother.
  {
    ...person,
    email: 'hanako@example.com',
    name01: '山口',
    name02: '花子',
    kana01: 'やまぐち',
    kana02: 'はなこ',
    birthday: '1984-05-12',
    sex: 2,
    phone_number: '09000000001',
    rank_name: 'ひらき',
    addresses: [
      {
        name01: '山口',
        name02: '花子',
        postal_code01: '248',
        postal_code02: '0006',
        pref_id: 14,
        addr01: '鎌倉市小町',
        addr02: '0-0-1',
        addr03: 'メゾン椿 201号室',
        phone_number: '09000000001',
        is_default: true,
        delivery_notes: '宅配ボックス',
      },
      {
        name01: '井上',
        name02: '和子',
        postal_code01: '460',
        postal_code02: '0008',
        pref_id: 23,
        addr01: '名古屋市中区栄',
        addr02: '0-0-2',
        addr03: '',
        phone_number: '0520000000',
        is_default: false,
        delivery_notes: '',
      },
    ],
  },
  // Has just registered: no address, no card, no order.
  {
    ...person,
    email: 'taro@example.com',
    name01: '佐藤',
    name02: '太郎',
    kana01: 'さとう',
    kana02: 'たろう',
    birthday: null,
    sex: null,
    phone_number: '08000000002',
    rank_name: 'つぼみ',
    addresses: [],
  },
  // Ishigaki: a longer lead, nothing bundled.
  {
    ...person,
    email: 'okinawa@example.com',
    name01: '宮良',
    name02: '美咲',
    kana01: 'みやら',
    kana02: 'みさき',
    birthday: '1992-11-03',
    sex: 2,
    phone_number: '07000000003',
    rank_name: 'つぼみ',
    addresses: [
      {
        name01: '宮良',
        name02: '美咲',
        postal_code01: '907',
        postal_code02: '0004',
        pref_id: 47,
        addr01: '石垣市登野城',
        addr02: '0番地の3',
        addr03: '',
        phone_number: '07000000003',
        is_default: true,
        delivery_notes: '玄関前',
      },
    ],
  },
  // Sado: a remote island in a prefecture that is none.
  {
    ...person,
    email: 'island@example.com',
    name01: '本間',
    name02: '健一',
    kana01: 'ほんま',
    kana02: 'けんいち',
    birthday: '1968-02-29',
    sex: 1,
    phone_number: '0259000000',
    rank_name: 'つぼみ',
    addresses: [
      {
        name01: '本間',
        name02: '健一',
        postal_code01: '952',
        postal_code02: '1311',
        pref_id: 15,
        addr01: '佐渡市八幡',
        addr02: '0番地4',
        addr03: '',
        phone_number: '0259000000',
        is_default: true,
        delivery_notes: '勝手口の横にある屋根つきの棚',
      },
    ],
  },
  // Years of 定期便, the highest rank.
  {
    ...person,
    email: 'itsuki@example.com',
    name01: '藤原',
    name02: '樹',
    kana01: 'ふじわら',
    kana02: 'いつき',
    birthday: '1975-09-21',
    sex: null,
    phone_number: '0750000000',
    rank_name: 'みごろ',
    addresses: [
      {
        name01: '藤原',
        name02: '樹',
        postal_code01: '604',
        postal_code02: '8005',
        pref_id: 26,
        addr01: '京都市中京区恵比須町',
        addr02: '0番地5',
        addr03: '',
        phone_number: '0750000000',
        is_default: true,
        delivery_notes: '',
      },
      {
        name01: '藤原',
        name02: '千代',
        postal_code01: '812',
        postal_code02: '0011',
        pref_id: 40,
        addr01: '福岡市博多区博多駅前',
        addr02: '0-0-6',
        addr03: '',
        phone_number: '0920000000',
        is_default: false,
        delivery_notes: '物置',
      },
    ],
  },
  // A hairdresser's, buying by the carton.
  {
    ...person,
    shop_id: 3,
    email: 'salon@example.com',
    name01: '高橋',
    name02: '恵',
    kana01: 'たかはし',
    kana02: 'めぐみ',
    birthday: null,
    sex: null,
    phone_number: '0600000000',
    rank_name: null,
    account_type: true,
    company_name: '株式会社 結髪舎',
    company_name_kana: 'かぶしきがいしゃけっぱつしゃ',
    manager_name: '高橋 恵',
    manager_name_kana: 'たかはし めぐみ',
    addresses: [
      {
        name01: '高橋',
        name02: '恵',
        postal_code01: '541',
        postal_code02: '0041',
        pref_id: 27,
        addr01: '大阪市中央区北浜',
        addr02: '0-0-7',
        addr03: '結髪舎ビル 1階',
        phone_number: '0600000000',
        is_default: true,
        delivery_notes: '',
      },
      {
        name01: '高橋',
        name02: '恵',
        postal_code01: '104',
        postal_code02: '0061',
        pref_id: 13,
        addr01: '中央区銀座',
        addr02: '0-0-8',
        addr03: '結髪舎 銀座店',
        phone_number: '0300000000',
        is_default: false,
        delivery_notes: '',
      },
    ],
  },
]
