export type Address = {
  id: string
  name: string
  addressLine1: string
  addressLine2: string | null
  addressLine3: string | null
  stateOrRegion: string
  postalCode: string
  phoneNumber: string
}

/** How a buyer's payment method reacts to a charge. */
export type Behaviour = 'ok' | 'declined' | 'soft' | 'later-hard' | 'pending' | 'mfa'
export type Method = { id: string; descriptor: string; behaviour: Behaviour; note: string }
export type Buyer = { id: string; name: string; email: string; note: string; addresses: Address[]; methods: Method[] }

const visa: Method = { id: 'visa', descriptor: 'Visa ****1111 (Amazon Pay)', behaviour: 'ok', note: '通る' }
const jcb: Method = { id: 'jcb', descriptor: 'JCB ****0000 (Amazon Pay)', behaviour: 'ok', note: '通る' }

const at = (
  id: string,
  name: string,
  [stateOrRegion, line1, line2, line3]: string[],
  postal: string,
  phone: string,
) => ({
  id,
  name,
  addressLine1: line1 ?? '',
  addressLine2: line2 ?? null,
  addressLine3: line3 ?? null,
  stateOrRegion: stateOrRegion ?? '',
  postalCode: postal,
  phoneNumber: phone,
})

/** People with an Amazon account. Their addresses cover all forms in which Amazon returns Japanese addresses. */
export const BUYERS: readonly Buyer[] = [
  {
    id: 'HANAKO',
    name: '山田 花子',
    email: 'hanako@amazon.example',
    note: '都道府県は漢字、郵便番号はハイフン付き。お支払いは通ります。',
    addresses: [
      at('home', '山田 花子', ['東京都', '渋谷区神宮前1-2-3', 'つばきハイツ201'], '150-0001', '09012345678'),
      at('parents', '山田 太郎', ['北海道', '札幌市中央区北一条西2丁目1-1'], '060-0001', '0112345678'),
    ],
    methods: [visa, jcb],
  },
  {
    id: 'TARO',
    name: '佐藤太郎',
    email: 'taro@amazon.example',
    note: '都道府県が「Tokyo-to」、郵便番号にハイフンなし、姓と名の間に空白なし。',
    addresses: [
      at('home', '佐藤太郎', ['Tokyo-to', '千代田区', '丸の内1-1-1', '丸の内ビル10F'], '1000005', '+81 3-1234-5678'),
    ],
    methods: [visa],
  },
  {
    id: 'ICHIRO',
    name: 'Suzuki Ichiro',
    email: 'ichiro@amazon.example',
    note: '都道府県が「Osaka」、氏名は半角英字、全角の数字とハイフン。',
    addresses: [at('home', 'Suzuki Ichiro', ['Osaka', '大阪市北区', '梅田３−１−３'], '530-0001', '06-1234-5678')],
    methods: [jcb],
  },
  {
    id: 'KOTOWARI',
    name: '高橋 琴',
    email: 'koto@amazon.example',
    note: 'お支払い方法がAmazonの画面で断られます。',
    addresses: [at('home', '高橋 琴', ['神奈川県', '横浜市西区みなとみらい2-2-1'], '220-0012', '09011112222')],
    methods: [
      { id: 'declined', descriptor: 'Visa ****0002 (Amazon Pay)', behaviour: 'declined', note: '断られる' },
      visa,
    ],
  },
  {
    id: 'YURI',
    name: '伊藤 百合',
    email: 'yuri@amazon.example',
    note: '初回は通り、定期便の2回目からは一度断られてから通ります（SoftDeclined）。',
    addresses: [at('home', '伊藤 百合', ['京都府', '京都市中京区寺町通1-1'], '604-0001', '09022223333')],
    methods: [
      { id: 'soft', descriptor: 'Mastercard ****4444 (Amazon Pay)', behaviour: 'soft', note: '2回目から一度断られる' },
    ],
  },
  {
    id: 'KEN',
    name: '渡辺 健',
    email: 'ken@amazon.example',
    note: '初回は通り、定期便の2回目からは断られます（HardDeclined）。',
    addresses: [at('home', '渡辺 健', ['愛知県', '名古屋市中区栄3-1-1'], '460-0008', '09033334444')],
    methods: [
      {
        id: 'later-hard',
        descriptor: 'Visa ****9995 (Amazon Pay)',
        behaviour: 'later-hard',
        note: '2回目から断られる',
      },
      visa,
    ],
  },
  {
    id: 'MAI',
    name: '中村 舞',
    email: 'mai@amazon.example',
    note: 'お店に戻る前に、Amazonの画面で本人の確認があります。そこで取りやめられます。',
    addresses: [at('home', '中村 舞', ['福岡県', '福岡市博多区博多駅前1-1-1'], '812-0011', '09044445555')],
    methods: [{ id: 'mfa', descriptor: 'Visa ****0100 (Amazon Pay)', behaviour: 'mfa', note: '本人の確認がある' }],
  },
  {
    id: 'JUN',
    name: '小林 純',
    email: 'jun@amazon.example',
    note: '審査待ちになります（AuthorizationInitiated）。結果はこの代役の帳簿の画面で決めます。',
    addresses: [at('home', '小林 純', ['宮城県', '仙台市青葉区一番町1-1-1'], '980-0811', '09055556666')],
    methods: [{ id: 'pending', descriptor: 'JCB ****0001 (Amazon Pay)', behaviour: 'pending', note: '審査待ちになる' }],
  },
]

export const buyerOf = (id: string | null) => BUYERS.find((buyer) => buyer.id === id)
export const addressOf = (buyer: Buyer, id: string) =>
  buyer.addresses.find((address) => address.id === id) ?? buyer.addresses[0]
export const methodOf = (buyerId: string | null, id: string): Method | undefined => {
  const methods = buyerOf(buyerId)?.methods ?? []
  return methods.find((method) => method.id === id) ?? methods[0]
}
