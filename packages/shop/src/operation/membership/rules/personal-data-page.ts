import { FEE_NAME } from '@kushi/values/order-amounts'

/** A heading and the data under it. */
export interface PersonalDataSection {
  title: string
  rows: Record<string, unknown>[]
}

/** 保有個人データの開示: one HTML page to read, print and hand out. It loads no external resources. */
export function personalDataPage(
  about: { shop_name: string; made_on: string },
  parts: PersonalDataSection[],
  nameOf: (column: string) => string | undefined,
): string {
  const rowOf = (row: Record<string, unknown>): string => {
    const facts = Object.entries(row).filter(([, value]) => value !== null && value !== '')
    return `<dl>${facts.map(([name, value]) => `<dt>${escaped(LABELS[name] ?? nameOf(name) ?? name)}</dt><dd>${escaped(textOf(value))}</dd>`).join('')}</dl>`
  }
  const body = parts.map(
    ({ title, rows }) =>
      `<h2>${escaped(title)}</h2>\n${rows.length === 0 ? '<p>ありません。</p>' : rows.map(rowOf).join('\n')}`,
  )
  return `<!doctype html>
<html lang="ja"><head><meta charset="utf-8"><title>保有個人データの開示</title>
<style>body{font-family:sans-serif;line-height:1.6;margin:2em}dl{display:grid;grid-template-columns:14em 1fr;margin:0 0 1em;border-top:1px solid #999}dd,dt{margin:0;border-bottom:1px solid #ddd;overflow-wrap:anywhere}</style></head>
<body><h1>保有個人データの開示</h1>
<p>${escaped(about.shop_name)} ${escaped(about.made_on)} 作成</p>
${body.join('\n')}
</body></html>
`
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toLocaleString('ja-JP', { timeZone: 'Asia/Tokyo' })
  if (typeof value === 'boolean') return value ? 'はい' : 'いいえ'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The labels of columns for readers outside the shop. Other columns have the contract's. */
const LABELS: Readonly<Record<string, string>> = {
  id: '番号',
  email: 'メールアドレス',
  name01: '姓',
  name02: '名',
  kana01: 'せい',
  kana02: 'めい',
  name: 'お名前',
  name_kana: 'お名前(かな)',
  postal_code01: '郵便番号(上3桁)',
  postal_code02: '郵便番号(下4桁)',
  pref_id: '都道府県',
  addr01: '市区町村',
  addr02: '番地',
  addr03: '建物名',
  phone_number: '電話番号',
  delivery_notes: '配達のご要望',
  birthday: '生年月日',
  sex: '性別の番号',
  account_type: '法人',
  company_name: '会社名',
  line_id: 'LINEの番号',
  mail_magazine_flag: 'メールのお知らせ',
  line_magazine_flag: 'LINEのお知らせ',
  created_at: '記録した日時',
  updated_at: '更新した日時',
  leaving_at: '退会のお申し出の日時',
  withdrawn_at: '退会した日時',
  moved_as: '前のお店でのご注文',
  blocked_at: '利用停止の日時',
  order_no: 'ご注文番号',
  order_id: 'ご注文の内部番号',
  status: '状態',
  payment_total: 'お支払い金額',
  subtotal: '商品代金',
  discount_amount: '割引',
  ...FEE_NAME,
  tax_total: '消費税',
  delivery_date: 'お届け希望日',
  product_name: '商品',
  product_code: '商品コード',
  quantity: '個数',
  price: '価格',
  subscription_id: '定期便の番号',
  next_delivery_date: '次回のお届け',
  cycle: 'お届けの回',
  state: '状態',
  inquiry_no: '受付番号',
  inquiry_category: 'お問い合わせの種類',
  content: '内容',
  body: '内容',
  subject: '件名',
  summary: '操作',
  subject_name: '操作の対象',
  product_sku_id: '商品の番号',
  items: '商品',
  consented_at: '同意した日時',
  tracked_at: 'LINEから戻った日時',
  friend_added_at: '友だちになった日時',
  line_user_id: 'LINEの番号',
  adcd: '広告コード',
  abmtcd: '広告コード(2)',
  ad_user_id: '広告の識別子',
  landing_path: '広告で開いたページ',
  click_ids: '広告のクリックの識別子',
  user_agent: 'ブラウザー',
  device: '端末',
  network: '接続元(一部)',
  event: '出来事',
  channel: '方法',
  is_given: '同意',
  screen: '画面',
  wording: '文面',
  version: '版',
  address: 'あて先',
  sent_at: '送った日時',
  seen_at: '最後に使った日',
  expires_at: '有効期限',
  is_default: 'いつものお届け先',
  customer_rank_id: '会員ランクの番号',
}
