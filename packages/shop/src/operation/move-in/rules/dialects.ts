import type { MoveInKind } from '@kushi/values/move-in'

type Cells = Map<string, string>

/** A file format of another system: how to recognise it, our names for its heads, and other differences. */
export interface Dialect {
  name: string
  kind: MoveInKind
  /** Heads that this format has and ours has not. */
  marks: readonly string[]
  heads: Readonly<Record<string, string>>
  /** Runs after the heads are translated. `false`: a row of another kind, such as the delivery fee among the items. */
  put?(cells: Cells): boolean
}

const join = (cells: Cells, to: string, ...heads: string[]) => {
  const parts = heads.map((head) => cells.get(head) ?? '')
  if (!cells.get(to) && parts.some(Boolean)) cells.set(to, parts.join(''))
}
/** The name if the file has it, or else the number. */
const nameOrId = (cells: Cells, to: string, head: string) => {
  const found = cells.get(`${head}(名称)`) || cells.get(`${head}(ID)`)
  if (found) cells.set(to, found)
}

const eccubeParty = (prefix: string) => ({
  [`${prefix}お名前(姓)`]: '姓',
  [`${prefix}お名前(名)`]: '名',
  [`${prefix}お名前(セイ)`]: 'せい',
  [`${prefix}お名前(メイ)`]: 'めい',
  [`${prefix}郵便番号`]: '郵便番号',
  [`${prefix}住所1`]: '市区町村',
  [`${prefix}住所2`]: '番地',
  [`${prefix}TEL`]: '電話番号',
})

/** A phone number or postcode in one cell or, before EC-CUBE 4, in several. */
function putEccubeNumbers(cells: Cells, prefix = ''): void {
  join(cells, '郵便番号', `${prefix}郵便番号1`, `${prefix}郵便番号2`)
  join(cells, '電話番号', `${prefix}TEL1`, `${prefix}TEL2`, `${prefix}TEL3`)
  nameOrId(cells, '都道府県', `${prefix}都道府県`)
}

const rowOfTable = {
  name01: '姓',
  name02: '名',
  kana01: 'せい',
  kana02: 'めい',
  postal_code: '郵便番号',
  pref_id: '都道府県',
  addr01: '市区町村',
  addr02: '番地',
  phone_number: '電話番号',
  company_name: '会社名',
}

/** A price without tax, at the rate of its row, as EC-CUBE rounds it. */
function addTax(cells: Cells, head: string): void {
  const price = Number((cells.get(head) ?? '').replace(/,/g, ''))
  const rate = Number(cells.get('税率') || 10)
  if (Number.isFinite(price) && cells.get(head)) cells.set(head, String(Math.round((price * (100 + rate)) / 100)))
}

/** EC-CUBE 3 and 4: its CSV exports with their standard heads, and its tables, which contain the passwords. */
const eccube: Dialect[] = [
  {
    name: 'EC-CUBEの商品CSV',
    kind: 'products',
    marks: ['商品ID', '商品名', '商品コード', '販売価格'],
    heads: {
      商品ID: '商品番号',
      '公開ステータス(名称)': '公開',
      販売価格: '価格',
      '商品説明(一覧)': 'キャッチコピー',
      '商品説明(詳細)': '説明',
      '商品カテゴリ(名称)': 'カテゴリ',
      '販売種別(名称)': '販売種別',
      '規格分類1(名称)': '規格1',
      '規格分類2(名称)': '規格2',
      在庫数: '在庫',
      販売制限数: '上限',
    },
    put(cells) {
      const status = { 1: '公開', 2: '非公開', 3: '廃止' }[cells.get('公開ステータス(ID)') ?? '']
      if (status && !cells.get('公開')) cells.set('公開', status)
      if (cells.get('商品削除フラグ') === '1') cells.set('公開', '廃止')
      // Without a limit. An operator corrects it after counting.
      if (cells.get('在庫数無制限フラグ') === '1') cells.set('在庫', '9999')
      addTax(cells, '価格')
      return true
    },
  },
  {
    name: 'EC-CUBEの会員CSV',
    kind: 'members',
    marks: ['会員ID', 'お名前(姓)', 'メールアドレス'],
    heads: { 会員ID: '会員番号', ...eccubeParty(''), 誕生日: '生年月日', 登録日: '登録日時' },
    put(cells) {
      putEccubeNumbers(cells)
      nameOrId(cells, '性別', '性別')
      nameOrId(cells, 'ステータス', '会員ステータス')
      return true
    },
  },
  {
    name: 'EC-CUBEのdtb_customer',
    kind: 'members',
    marks: ['customer_status_id', 'name01', 'email'],
    heads: {
      id: '会員番号',
      email: 'メールアドレス',
      ...rowOfTable,
      birth: '生年月日',
      sex_id: '性別',
      customer_status_id: 'ステータス',
      create_date: '登録日時',
      password: 'パスワードハッシュ',
      salt: 'ソルト',
    },
    put(cells) {
      const status = { 1: '仮会員', 2: '本会員', 3: '退会' }[cells.get('ステータス') ?? '']
      if (status) cells.set('ステータス', status)
      if (/^[0-9a-f]{40,64}$/i.test(cells.get('パスワードハッシュ') ?? '')) cells.set('パスワード方式', 'EC-CUBE')
      return true
    },
  },
  {
    name: 'EC-CUBEのdtb_customer_address',
    kind: 'addresses',
    marks: ['customer_id', 'name01', 'addr01'],
    heads: { id: 'お届け先番号', customer_id: '会員番号', ...rowOfTable },
  },
  {
    name: 'EC-CUBEの受注CSV',
    kind: 'orders',
    marks: ['注文ID', '会員ID', '商品コード'],
    heads: {
      会員ID: '会員番号',
      受注日: '注文日時',
      値引き: '値引き',
      支払合計: '合計',
      個数: '数量',
      価格: '単価',
      '支払方法(名称)': 'お支払方法',
      '配送業者(名称)': '配送方法',
      お届け希望日: 'お届け日',
      ...eccubeParty('配送先_'),
    },
    put(cells) {
      // 1 is an item. Fees, discounts and points have their own rows, and the totals contain them too.
      const kind = cells.get('明細区分(ID)')
      if (kind && kind !== '1') return false
      // 7 and 8 are checkouts in progress, not orders.
      if (['7', '8'].includes(cells.get('対応状況(ID)') ?? '')) return false
      if (!cells.get('注文番号')) cells.set('注文番号', cells.get('注文ID') ?? '')
      putEccubeNumbers(cells, '配送先_')
      nameOrId(cells, '状態', '対応状況')
      addTax(cells, '単価')
      return true
    },
  },
]

const code = '購入商品（商品コード）'
/** Its exports write numbers as `123.0`. */
const whole = (cell = '') => cell.replace(/^(\d+)\.0+$/, '$1')

/**
 * ecforce: heads as in its export and its guide. A shop can choose its columns; differently named ones have to be
 * renamed.
 */
const ecforce: Dialect[] = [
  {
    name: 'ecforceの定期受注CSV',
    kind: 'subscriptions',
    marks: ['定期受注番号', '顧客番号', '次回配送予定日'],
    heads: {
      定期受注番号: '定期番号',
      顧客番号: '会員番号',
      次回配送予定日: '次回お届け予定日',
      定期ステータス: 'ステータス',
      決済方法: 'お支払方法',
      支払い方法: 'お支払方法',
      [code]: '商品コード',
    },
    put(cells) {
      // The file counts completed deliveries; we count the next one.
      const done = cells.get('定期回数')
      if (done && !cells.get('回数')) cells.set('回数', String(Number(done) + 1))
      return true
    },
  },
  {
    name: 'ecforceの受注CSV',
    kind: 'orders',
    marks: ['受注番号', '顧客番号', '受注日'],
    heads: {
      受注番号: '注文番号',
      顧客番号: '会員番号',
      受注日: '注文日時',
      支払い合計: '合計',
      対応状況: '状態',
      定期受注番号: '定期番号',
      定期回数: '回数',
      '定期内受注（N番目）': '回数',
      決済方法: 'お支払方法',
      [code]: '商品コード',
    },
    put(cells) {
      // Several product codes in one cell, with one total for all.
      if (!cells.get('単価')) cells.set('単価', cells.get('小計') ?? '')
      if (!cells.get('数量')) cells.set('数量', '1')
      return true
    },
  },
  {
    name: 'ecforceの受注CSV(項目名つき)',
    kind: 'orders',
    marks: ['受注_id', '顧客_id', '受注_対応状況'],
    heads: {
      受注_id: '注文番号',
      顧客_id: '会員番号',
      受注_売上日時: '注文日時',
      受注_受注日時: '注文日時',
      受注_決済金額: '合計',
      受注_対応状況: '状態',
      受注_定期受注id: '定期番号',
      受注_定期回数: '回数',
      受注_受注商品_sku: '商品コード',
      受注_受注商品_商品名: '商品名',
      受注_受注商品_数量: '数量',
      受注_受注商品_単価: '単価',
    },
    put(cells) {
      // 2: made again for another, which the file contains too.
      if (whole(cells.get('受注_論理連番')) === '2') return false
      for (const head of ['注文番号', '会員番号', '定期番号', '回数']) cells.set(head, whole(cells.get(head)))
      if (!cells.get('単価')) cells.set('単価', cells.get('合計') ?? '')
      if (!cells.get('数量')) cells.set('数量', '1')
      return true
    },
  },
  {
    name: 'ecforceの顧客CSV',
    kind: 'members',
    marks: ['顧客番号', 'メールアドレス', '姓'],
    heads: { 顧客番号: '会員番号', セイ: 'せい', メイ: 'めい', 住所1: '市区町村', 住所2: '番地', 住所3: '建物名' },
  },
]

/** Its CSVs put an apostrophe before numbers, so that spreadsheets leave them alone; provinces are `JP-14`. */
function putShopify(cells: Cells): void {
  for (const [head, cell] of cells) if (cell.startsWith("'")) cells.set(head, cell.slice(1))
  const pref = cells.get('都道府県') ?? ''
  if (/^JP-\d{2}$/.test(pref)) cells.set('都道府県', String(Number(pref.slice(3))))
}

/** Shopify's own exports of customers and orders, and Recharge's of subscriptions, which name members by their e-mail. */
const shopify: Dialect[] = [
  {
    name: 'Shopifyの顧客CSV',
    kind: 'members',
    marks: ['Customer ID', 'First Name', 'Last Name', 'Email', 'Default Address Zip'],
    heads: {
      'Customer ID': '会員番号',
      Email: 'メールアドレス',
      'Last Name': '姓',
      'First Name': '名',
      'Accepts Email Marketing': 'メルマガ',
      'Default Address Zip': '郵便番号',
      'Default Address Province Code': '都道府県',
      'Default Address City': '市区町村',
      'Default Address Address1': '番地',
      'Default Address Address2': '建物名',
      'Default Address Company': '会社名',
      'Default Address Phone': '電話番号',
      Phone: '電話番号',
    },
    put(cells) {
      putShopify(cells)
      return true
    },
  },
  {
    name: 'Shopifyの注文CSV',
    kind: 'orders',
    marks: ['Name', 'Financial Status', 'Lineitem sku', 'Lineitem quantity'],
    heads: {
      Name: '注文番号',
      Email: '会員メールアドレス',
      'Created at': '注文日時',
      Total: '合計',
      'Discount Amount': '値引き',
      Shipping: '送料',
      'Payment Method': 'お支払方法',
      'Lineitem sku': '商品コード',
      'Lineitem name': '商品名',
      'Lineitem quantity': '数量',
      'Lineitem price': '単価',
      'Shipping Zip': '郵便番号',
      'Shipping Province': '都道府県',
      'Shipping City': '市区町村',
      'Shipping Address1': '番地',
      'Shipping Address2': '建物名',
      'Shipping Phone': '電話番号',
    },
    put(cells) {
      putShopify(cells)
      cells.set('注文番号', (cells.get('注文番号') ?? '').replace(/^#/, ''))
      const [name01 = '', ...name02] = (cells.get('Shipping Name') ?? '').trim().split(/\s+/)
      if (name02.length > 0) cells.set('姓', name01).set('名', name02.join(' '))
      const paid = cells.get('Financial Status') ?? ''
      const status = cells.get('Cancelled at')
        ? 'キャンセル'
        : /^refunded$/i.test(paid)
          ? '返品'
          : /^fulfilled$/i.test(cells.get('Fulfillment Status') ?? '')
            ? '発送済み'
            : cells.get('Fulfillment Status') || 'unfulfilled'
      // Only the first row of an order states it.
      if (paid !== '') cells.set('状態', status)
      return true
    },
  },
  {
    name: 'Rechargeの定期CSV',
    kind: 'subscriptions',
    marks: ['order_interval_frequency', 'order_interval_unit', 'quantity', 'status'],
    heads: {
      subscription_id: '定期番号',
      id: '定期番号',
      email: '会員メールアドレス',
      customer_email: '会員メールアドレス',
      status: 'ステータス',
      sku: '商品コード',
      shopify_sku: '商品コード',
      quantity: '数量',
      price: '単価',
      created_at: '申込日時',
      // The day on which it charges, not that of the delivery.
      next_charge_scheduled_at: '次回請求日',
      next_charge_date: '次回請求日',
    },
    put(cells) {
      const unit = (cells.get('order_interval_unit') ?? '').toLowerCase().replace(/s$/, '')
      const each = Number(cells.get('order_interval_frequency'))
      cells.set('周期', unit === 'month' ? '日付' : '日数')
      cells.set('間隔', String(unit === 'week' ? each * 7 : each))
      // The file does not count deliveries; those that are taken over are no first ones.
      if (!cells.get('回数')) cells.set('回数', '2')
      if (!cells.get('お支払方法')) cells.set('お支払方法', 'クレジットカード')
      return true
    },
  },
]

const dialects = [...eccube, ...ecforce, ...shopify]

/** Returns the file format of the system that a file comes from. null: our own format. */
export const detectDialect = (kind: MoveInKind, heads: readonly string[]): Dialect | null =>
  dialects.find((one) => one.kind === kind && one.marks.every((mark) => heads.includes(mark))) ?? null

/** Returns the cells of a row under our column heads. null: the row is of another kind. */
export function translateRowHeads(dialect: Dialect | null, cells: Cells): Cells | null {
  if (!dialect) return cells
  const own: Cells = new Map()
  for (const [head, cell] of cells) {
    const to = dialect.heads[head] ?? head
    if (!own.get(to)) own.set(to, cell)
  }
  return dialect.put && !dialect.put(own) ? null : own
}
