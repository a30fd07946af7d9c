import { createHmac } from 'node:crypto'
import { consent_event, customer, customer_address } from '@kushi/db/schema/customer'
import { delivery } from '@kushi/db/schema/delivery'
import { moved_row } from '@kushi/db/schema/move-in'
import { audit_event } from '@kushi/db/schema/operator'
import { order_item, orders } from '@kushi/db/schema/order'
import { category, product, product_sku } from '@kushi/db/schema/product'
import { subscription, subscription_event, subscription_order_item } from '@kushi/db/schema/subscription'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { orderPaymentName } from '@kushi/values/order-status'
import { and, asc, eq, inArray, like } from 'drizzle-orm'
import iconv from 'iconv-lite'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { logIn } from '../../people/session/log-in.ts'
import { runDailyDeliveries } from '../../sales/subscription/run-day.ts'
import { secretBox } from '../../secret-box.ts'
import { commandLineContext } from '../../testing/admin-context.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { fakeCardProvider } from '../../testing/fake-card-provider.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { moveInFileKind, rehearseMoveIn, runMoveIn } from './move-in.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const secrets = secretBox(['0'.repeat(32)])

let clock = testClock('2026-11-30')
let ledger = fakeCardProvider()
/** Each test has its own members. */
let round = 0
const make = () => ({ ...commandLineContext(testContext(db, { clock, ports: ledger.ports() })), secrets })
beforeEach(async () => {
  clock = testClock('2026-11-30')
  ledger = fakeCardProvider()
  await emptyTables(db.$client, 'subscription, orders, outbox, moved_row', { restart: true })
  await db.$client.query('truncate audit_event restart identity')
  round++
})

const csv = (heads: string, ...rows: string[]) => [heads, ...rows].join('\n')
const file = (name: string, text: string, encoding = 'utf8') => ({
  name,
  async *open() {
    yield iconv.encode(text, encoding, { addBOM: encoding === 'utf8' })
  },
})
const own = '神奈川県,鎌倉市小町,1-2-3,メゾン椿201,09000000001'
const memberHeads =
  '会員番号,メールアドレス,姓,名,せい,めい,郵便番号,都道府県,市区町村,番地,建物名,電話番号,GMO会員ID,メルマガ,登録日時,パスワードハッシュ'
const member = (n: number, hash = '') =>
  `${n},m${n}@moved${round}.example,椿,花子${n},ツバキ,ハナコ,248-0006,${own},gmo-${round}-${n},1,2020/4/1 10:00,${hash}`
const subscriptionHeads =
  '定期番号,会員番号,ステータス,回数,次回お届け予定日,周期,間隔,日,商品コード,数量,単価,お支払方法,GMOカード連番,送料,合計,お届け先番号'
const subscribed = (n: number, next = '2026-12-15') =>
  `T${n},${n},有効,4,${next},日付,1,15,TN-OIL-N030,2,1500,クレジットカード,0,660,,`
const members = () => file('members.csv', csv(memberHeads, member(1), member(2)))
const addresses = file(
  'addresses.csv',
  csv(
    'お届け先番号,会員番号,姓,名,郵便番号,都道府県,市区町村,番地,電話番号',
    'A1,1,椿,太郎,1000001,東京,千代田区,1-1,0312345678',
  ),
)
const subscriptions = file(
  'subscriptions.csv',
  csv(subscriptionHeads, `${subscribed(1)}A1`, 'T1,1,,,,,,,TN-SHP-B300,1,1000,,,,,', subscribed(2)),
)
const orderHeads = '注文番号,会員番号,注文日時,状態,定期番号,回数,商品コード,数量,単価,送料,合計,お支払方法,お届け日'
const history = file(
  'orders.csv',
  csv(
    orderHeads,
    '9001,1,2026-10-05 10:00,発送済み,T1,3,TN-OIL-N030,2,1500,660,3560,クレジットカード,2026-10-15',
    '9001,,,,,,TN-SHP-B300,1,0,,,,',
  ),
)
const moved = () => ({ files: [members(), addresses, subscriptions, history], magic: null })
const people = () =>
  db
    .select()
    .from(customer)
    .where(like(customer.email, `m%@moved${round}.example`))
    .orderBy(asc(customer.id))

test.each([
  ['members.csv', 'members'],
  ['members_2025.csv', 'members'],
  ['customer_20261126120000.csv', 'members'],
  ['dtb_customer.csv', 'members'],
  ['dtb_customer_address.csv', 'addresses'],
  ['customer_address_20261126.csv', 'addresses'],
  ['order_20261126120000.csv', 'orders'],
  ['ORDERS-2.CSV', 'orders'],
  ['order_item.csv', null],
  ['product_20261126120000.csv', 'products'],
  ['products-2.csv', 'products'],
  ['product_class.csv', null],
  ['customers.csv', null],
])('%s is a file of %s', (name, kind) => expect(moveInFileKind(name)).toBe(kind))

const goodsHeads = '商品番号,商品名,商品コード,価格,販売種別,公開,カテゴリ,規格1の名前,規格1,在庫,URL用の名前'
const productsOf = (names: string[]) => db.select().from(product).where(inArray(product.product_name, names))

test('products come first, so that a 定期便 of the same move names them; run again, nothing comes twice', async () => {
  const [one] = await db.select().from(category).where(eq(category.shop_id, 2)).limit(1)
  const { slug } = one!
  const goods = file(
    'products.csv',
    csv(
      goodsHeads,
      `P1,移行の油,MOVED-${round}-30,2000,3,1,${slug},内容量,30mL,5,`,
      `P1,,MOVED-${round}-60,3500,,,,,60mL,7,`,
      `P2,移行の櫛,TN-OIL-N030,100,1,1,,,,,`,
      `P3,移行の紅,MOVED-${round}-R,1200,1,,どこにもない,,,,Not A Slug`,
    ),
  )
  const bought = file(
    'subscriptions.csv',
    csv(subscriptionHeads, subscribed(1).replace('TN-OIL-N030', `MOVED-${round}-60`)),
  )
  const move = { files: [members(), bought, goods], magic: null }
  const before = await db.$count(product)
  const rehearsed = await rehearseMoveIn(make(), move)
  expect(rehearsed.files.map(({ kind, taken, already, refused }) => [kind, taken, already, refused])).toEqual([
    ['products', 1, 1, 1],
    ['members', 2, 0, 0],
    ['subscriptions', 1, 0, 0],
  ])
  expect(rehearsed.problems.map(({ row, head, is_taken }) => [row, head, is_taken])).toEqual([
    [5, 'カテゴリ', true],
    [5, 'URL用の名前', false],
  ])
  expect(await db.$count(product)).toBe(before)
  await runMoveIn(make(), { ...move, refused: 1 })
  const [made] = await productsOf(['移行の油'])
  expect(made).toMatchObject({ slug: 'item-p1', sale_type: 3, visible: true, product_name_kana: '移行の油' })
  const skus = await db
    .select()
    .from(product_sku)
    .where(eq(product_sku.product_id, made!.id))
    .orderBy(asc(product_sku.id))
  expect(skus.map(({ set_item_name1, price, stock, tax_rate }) => [set_item_name1, price, stock, tax_rate])).toEqual([
    ['30mL', 2000, 5, 10],
    ['60mL', 3500, 7, 10],
  ])
  const [item] = await db.select().from(subscription_order_item)
  expect(item).toMatchObject({ product_sku_id: skus[1]!.id })
  expect((await runMoveIn(make(), { ...move, refused: 1 })).files[0]).toMatchObject({
    taken: 0,
    already: 2,
    refused: 1,
  })
})

test("EC-CUBE's own product file: tax is added, HTML becomes text, the choices get a name, what is not sold stays", async () => {
  const heads =
    '商品ID,公開ステータス(ID),公開ステータス(名称),商品名,商品説明(一覧),商品説明(詳細),検索ワード,商品規格ID,販売種別(ID),販売種別(名称),規格分類1(名称),規格分類2(名称),商品コード,在庫数,在庫数無制限フラグ,販売制限数,通常価格,販売価格,商品カテゴリ(ID),商品カテゴリ(名称)'
  const [one] = await db.select().from(category).where(eq(category.shop_id, 2)).limit(1)
  const { category_name } = one!
  const goods = file(
    'product_20261126120000.csv',
    csv(
      heads,
      `7,1,公開,ツバキの油${round},"<b>しっとり</b>","一行目<br>二行目 &amp; 三<script>alert(1)</script>",,11,1,販売種別A,無香料,,EC-${round}-A,10,0,3,"3,000.00","2,500.00","2,5","新入荷,${category_name}"`,
      `7,1,公開,ツバキの油${round},,,,12,1,販売種別A,柚子,,EC-${round}-B,,1,,,2600.00,"2,5","新入荷,${category_name}"`,
      `8,3,廃止,古い油${round},,,,13,1,販売種別A,,,EC-${round}-C,0,0,,,1000,2,${category_name}`,
    ),
    'Shift_JIS',
  )
  const report = await runMoveIn(make(), { files: [goods], magic: null, refused: 0 })
  expect(report.files).toMatchObject([{ dialect: 'EC-CUBEの商品CSV', taken: 1, left_out: 1, refused: 0 }])
  const [made] = await productsOf([`ツバキの油${round}`])
  expect(made).toMatchObject({
    slug: 'item-7',
    visible: true,
    sale_type: 1,
    product_name_kana: `つばきの油${round}`,
    catch_copy: 'しっとり',
    description: '一行目\n二行目 & 三',
  })
  const skus = await db
    .select()
    .from(product_sku)
    .where(eq(product_sku.product_id, made!.id))
    .orderBy(asc(product_sku.id))
  expect(skus).toMatchObject([
    { product_code: `EC-${round}-A`, price: 2750, stock: 10, sale_limit: 3, sku_parent_item_name1: '種類' },
    { product_code: `EC-${round}-B`, price: 2860, stock: 9999, sale_limit: 99, set_item_name1: '柚子' },
  ])
})

test('a method that the shop does not have stays as itself', async () => {
  const old = file(
    'orders.csv',
    csv(
      orderHeads,
      '9101,1,2026-10-05 10:00,発送済み,,,TN-OIL-N030,1,1500,0,1500,銀行振込,',
      '9102,1,2026-10-06 10:00,発送済み,,,TN-OIL-N030,1,1500,0,1500,代金引換,',
      '9103,1,2026-10-07 10:00,発送済み,,,TN-OIL-N030,1,1500,0,1500,,',
    ),
  )
  await runMoveIn(make(), { files: [members(), old], magic: null, refused: 0 })
  const rows = await db.select().from(orders).orderBy(asc(orders.id))
  expect(rows.map(orderPaymentName)).toEqual(['銀行振込', '代金引換', '記録なし'])
})

test('a row with more or fewer cells is refused with both counts, and its order with it', async () => {
  const short = file(
    'orders.csv',
    csv(
      orderHeads,
      '9001,1,2026-10-05 10:00,発送済み,T1,3,TN-OIL-N030,2,1500,660,3560,クレジットカード,2026-10-15',
      '9001,,,,,,TN-SHP-B300,1,0',
      '9002,1,2026-10-05 10:00,発送済み,,,TN-OIL-N030,2,1,500,660,3,560,クレジットカード,2026-10-15',
      '9003,1,2026-10-05 10:00,発送済み,,,TN-OIL-N030,2,1500,660,3660,クレジットカード,2026-10-15,,,',
    ),
  )
  const report = await rehearseMoveIn(make(), { files: [members(), addresses, subscriptions, short], magic: null })
  expect(report.files.at(-1)).toMatchObject({ taken: 1, refused: 2 })
  expect(report.problems.map(({ row, message }) => [row, message.slice(0, 23)])).toEqual([
    [3, '見出しは13列ですが、この行には9列しかありま'],
    [4, '見出しは13列ですが、この行には15列あります'],
  ])
  // Also where the shop has what it seems to name.
  const goods = file('products.csv', csv(goodsHeads, 'P2,移行の櫛,TN-OIL-N030,100,1,1,,,,,,x'))
  const products = await rehearseMoveIn(make(), { files: [goods], magic: null })
  expect(products.files[0]).toMatchObject({ already: 0, refused: 1 })
  expect(products.problems).toMatchObject([{ row: 2, is_taken: false }])
})

test('a rehearsal writes nothing; the run takes in what it said, without a mail; a second run does nothing twice', async () => {
  const taken = { taken: 2, already: 0, refused: 0 }
  const one = { taken: 1, already: 0, refused: 0 }
  const expected = [taken, one, taken, one]
  expect(await rehearseMoveIn(make(), moved())).toMatchObject({
    files: expected,
    problem_count: 1,
    problems: [{ file: 'orders.csv', row: 2, head: '合計', message: expect.stringContaining('-¥100'), is_taken: true }],
  })
  expect(await people()).toEqual([])
  expect(await db.select().from(moved_row)).toEqual([])
  const before = await db.select({ stock: product_sku.stock }).from(product_sku).where(eq(product_sku.id, 101))

  expect(await runMoveIn(make(), { ...moved(), refused: 0 })).toMatchObject({ files: expected })
  const [hanako] = await people()
  expect(hanako).toMatchObject({
    name01: '椿',
    kana01: 'つばき',
    postal_code01: '248',
    pref_id: 14,
    addr03: 'メゾン椿201',
    gmo_id: `gmo-${round}-1`,
    mail_magazine_flag: true,
    password_hash: null,
    created_at: new Date('2020-04-01T10:00:00+09:00'),
  })
  const book = await db.select().from(customer_address).where(eq(customer_address.customer_id, hanako!.id))
  expect(book.map(({ is_default, pref_id }) => [is_default, pref_id])).toEqual([
    [true, 14],
    [false, 13],
  ])
  expect(await db.select().from(consent_event).where(eq(consent_event.customer_id, hanako!.id))).toHaveLength(1)
  const [first] = await db.select().from(subscription).orderBy(asc(subscription.id))
  expect(first).toMatchObject({
    cycle: 4,
    next_delivery_date: '2026-12-15',
    next_next_delivery_date: '2027-01-15',
    summary_status: 1,
    payment_method_id: 1,
    card_seq: 0,
    pref_id: 13,
    subscription_division_id: 1,
    param2: 15,
  })
  const items = await db
    .select()
    .from(subscription_order_item)
    .where(eq(subscription_order_item.subscription_id, first!.id))
  expect(items.map(({ quantity, following_price }) => [quantity, following_price])).toEqual([
    [2, 1500],
    [1, 1000],
  ])
  const [order] = await db.select().from(orders)
  expect(order).toMatchObject({
    order_no: '9001',
    status: 'delivered',
    cycle: 3,
    subscription_id: first!.id,
    payment_total: 3560,
  })
  expect(await db.select().from(order_item)).toHaveLength(2)
  expect(await loadQueuedMails(db)).toEqual([])
  expect(await db.select({ stock: product_sku.stock }).from(product_sku).where(eq(product_sku.id, 101))).toEqual(before)
  const trail = await db.select().from(audit_event).orderBy(asc(audit_event.id))
  expect(trail.map(({ subject, subject_name }) => `${subject} ${subject_name}`)).toEqual([
    'move_in 会員の移行',
    'move_in お届け先の移行',
    'move_in 定期便の移行',
    'move_in 注文の移行',
  ])

  const again = await runMoveIn(make(), { ...moved(), refused: 0 })
  expect(again.files.map(({ taken: n, already }) => [n, already])).toEqual([
    [0, 2],
    [0, 1],
    [0, 2],
    [0, 1],
  ])
  expect(await people()).toHaveLength(2)
  expect(await db.$count(subscription)).toBe(2)
})

test('the day of arrangement charges a subscription that moved in: its card at GMO, its cycle, its price, once', async () => {
  await runMoveIn(make(), { ...moved(), refused: 0 })
  expect(await runDailyDeliveries(make())).toMatchObject({ arranged: 0 })
  clock.move(6)
  expect(await runDailyDeliveries(make())).toMatchObject({ arranged: 2, failed: 0, broken: 0 })
  expect(await runDailyDeliveries(make())).toMatchObject({ arranged: 0 })
  expect(ledger.charged()).toMatchObject([{ executions: 1 }, { executions: 1 }])
  const due = await db
    .select()
    .from(orders)
    .where(and(eq(orders.shop_id, 2), eq(orders.status, 'arranged')))
    .orderBy(asc(orders.id))
  expect(due.map(({ cycle, subtotal, delivery_date }) => [cycle, subtotal, delivery_date])).toEqual([
    [4, 4000, '2026-12-15'],
    [4, 3000, '2026-12-15'],
  ])
})

test('a contract keeps the fees that it brings, or what its total leaves for them; one without is told', async () => {
  const fee = and(eq(delivery.shop_id, 2), eq(delivery.mail_delivery_flag, false))
  const one = (n: number, fees: string) =>
    subscribed(n).replace('TN-OIL-N030,2', 'TN-OIL-N030,1').replace(',660,,', fees)
  const file_of = (...rows: string[]) => file('subscriptions.csv', csv(subscriptionHeads, ...rows))
  const dear = file_of(one(1, ',300,1700,'), one(2, ',,,'))
  expect((await rehearseMoveIn(make(), { files: [members(), dear], magic: null })).problems).toMatchObject([
    { row: 2, head: '合計', is_taken: false },
    { row: 3, head: '送料', is_taken: true },
  ])
  await db.update(delivery).set({ flat_rate_delivery_fee: 990 }).where(fee)
  const bought = file_of(one(1, ',300,,'), one(2, ',,1900,'))
  await runMoveIn(make(), { files: [members(), bought], magic: null, refused: 0 })
  clock.move(6)
  expect(await runDailyDeliveries(make())).toMatchObject({ arranged: 2 })
  await db.update(delivery).set({ flat_rate_delivery_fee: 660 }).where(fee)
  expect(await db.select().from(orders).orderBy(asc(orders.id))).toMatchObject([
    { subtotal: 1500, delivery_fee: 300, payment_total: 1800 },
    { subtotal: 1500, delivery_fee: 400, payment_total: 1900 },
  ])
})

test('クール代 is brought too: that of its column, and none beside a promised 送料 or total', async () => {
  const cooled = { flat_rate_delivery_fee: 660, cool_fee: 990 }
  const parcel = and(eq(delivery.shop_id, 2), eq(delivery.mail_delivery_flag, false))
  await db.update(delivery).set(cooled).where(parcel)
  await db.update(product_sku).set({ temperature: 'frozen' }).where(eq(product_sku.id, 101))
  const heads = subscriptionHeads.replace('送料,合計', '送料,クール代,合計')
  const one = (n: number, of: number, fees: string) =>
    subscribed(of).replace(`T${of}`, `T${n}`).replace('TN-OIL-N030,2', 'TN-OIL-N030,1').replace(',660,,', fees)
  const goods = csv(heads, one(1, 1, ',300,200,,'), one(2, 1, ',300,,,'), one(3, 2, ',,,1900,'), one(4, 2, ',,,,'))
  const brought = [members(), file('subscriptions.csv', goods)]
  await runMoveIn(make(), { files: brought, magic: null, refused: 0 })
  clock.move(6)
  await runDailyDeliveries(make())
  await db.update(delivery).set({ cool_fee: 0 }).where(parcel)
  await db.update(product_sku).set({ temperature: 'normal' }).where(eq(product_sku.id, 101))
  expect(await db.select().from(orders).orderBy(asc(orders.subscription_id))).toMatchObject([
    { delivery_fee: 300, cool_fee: 200, payment_total: 2000 },
    { delivery_fee: 300, cool_fee: 0, payment_total: 1800 },
    { delivery_fee: 400, cool_fee: 0, payment_total: 1900 },
    { delivery_fee: 660, cool_fee: 990, payment_total: 3150 },
  ])
})

test('cut off in the middle, it goes on where it stopped', async () => {
  const many = file('members.csv', csv(memberHeads, ...Array.from({ length: 1200 }, (_, n) => member(n + 1))))
  const cut = (_: string, done: number) => {
    if (done === 1000) throw new Error('cut')
  }
  await expect(runMoveIn(make(), { files: [many], magic: null, refused: 0, progress: cut })).rejects.toThrow('cut')
  expect(await people()).toHaveLength(1000)
  const { files } = await runMoveIn(make(), { files: [many], magic: null, refused: 0 })
  expect(files).toMatchObject([{ taken: 200, already: 1000 }])
  expect(await people()).toHaveLength(1200)
})

test('errors are reported with row and column, are not imported, and must be acknowledged before a run', async () => {
  const wrong = {
    files: [
      file(
        'members.csv',
        csv(
          memberHeads,
          member(1),
          member(2).replace('m2@', 'm1@'),
          member(3).replace(`gmo-${round}-3`, `gmo-${round}-1`),
          member(4, 'md5'),
        ),
      ),
      file(
        'subscriptions.csv',
        csv(
          subscriptionHeads,
          subscribed(1),
          subscribed(1).replace('T1', 'T2').replace('TN-OIL-N030', 'GONE'),
          subscribed(1, '2026-12-05').replace('T1', 'T3'),
          subscribed(1, '2026-11-01').replace('T1', 'T4'),
          subscribed(1).replace('T1', 'T5').replace('クレジットカード', 'ポイント払い'),
          subscribed(2).replace('T2', 'T6'),
          subscribed(1).replace('T1', 'T7').replace('有効', '解約'),
          subscribed(1).replace('T1', 'T8').replace('日付,1', '日付,9'),
        ),
      ),
      // The other system has already made the fourth delivery.
      file(
        'orders.csv',
        csv(
          orderHeads,
          '9002,1,2026-11-20 10:00,発送済み,T1,4,TN-OIL-N030,2,1500,660,3660,クレジットカード,2026-12-15',
        ),
      ),
    ],
    magic: null,
  }
  const { files, problems } = await rehearseMoveIn(make(), wrong)
  expect(files.map(({ taken, left_out, refused }) => [taken, left_out, refused])).toEqual([
    [2, 0, 2],
    [0, 1, 7],
    [1, 0, 0],
  ])
  expect(problems.map(({ file: name, row, head }) => `${name} ${row} ${head}`)).toEqual([
    'members.csv 3 メールアドレス',
    'members.csv 4 GMO会員ID',
    'members.csv 5 パスワードハッシュ',
    'subscriptions.csv 2 回数',
    'subscriptions.csv 3 商品コード',
    'subscriptions.csv 4 次回お届け予定日',
    'subscriptions.csv 5 次回お届け予定日',
    'subscriptions.csv 6 お支払方法',
    'subscriptions.csv 7 会員番号',
    'subscriptions.csv 9 間隔',
  ])
  expect(problems.filter(({ is_taken }) => is_taken)).toHaveLength(1)
  expect(problems[3]!.message).toBe('4回目の注文(9002)がすでにあります。次回は5回目からです。')
  expect(problems[5]!.message).toContain('2026-11-26')
  await expect(runMoveIn(make(), { ...wrong, refused: 0 })).rejects.toMatchObject({
    error: 'ERROR_MOVE_REFUSED',
    status: 409,
  })
  expect(await people()).toEqual([])
  await runMoveIn(make(), { ...wrong, refused: 9 })
  expect(await people()).toHaveLength(2)
  expect(await db.$count(subscription)).toBe(0)
})

test('an order of the present cycle whose subscription has moved in is refused: the run will make it', async () => {
  await runMoveIn(make(), { files: [members(), addresses, subscriptions], magic: null, refused: 0 })
  const late = file(
    'orders.csv',
    csv(orderHeads, '9003,1,2026-11-29 10:00,発送済み,T1,4,TN-OIL-N030,2,1500,660,3660,クレジットカード,'),
  )
  const { problems } = await rehearseMoveIn(make(), { files: [late], magic: null, former_system: '前のシステム' })
  expect(problems).toMatchObject([{ head: '回数', is_taken: false }])
})

test("EC-CUBE's own files, in Shift_JIS too: members log in with their old password, which is renewed", async () => {
  const magic = 'o4k2jf9dm1'
  const salt = '7e0d3c91aa'
  const hash = createHmac('sha256', salt).update(`Tsubaki2026:${magic}`).digest('hex')
  const table = file(
    'members.csv',
    csv(
      'id,customer_status_id,sex_id,pref_id,name01,name02,kana01,kana02,postal_code,addr01,addr02,email,phone_number,birth,password,salt,create_date',
      `7,2,2,14,髙橋,花子,タカハシ,ハナコ,2480006,鎌倉市小町,1-2-3,m7@moved${round}.example,09000000007,1984-05-12,${hash},${salt},2020-04-01 10:00:00+09`,
      `8,3,,14,退会,者,,,2480006,鎌倉市小町,1-2-3,m8@moved${round}.example,09000000008,,,,2020-04-01 10:00:00+09`,
    ),
    'cp932',
  )
  const sold = file(
    'orders.csv',
    csv(
      '注文ID,注文番号,会員ID,お名前(姓),お名前(名),小計,値引き,送料,支払合計,対応状況(ID),対応状況(名称),支払方法(名称),受注日,商品コード,商品名,価格,個数,税率,明細区分(ID),配送先_お名前(姓),配送先_お名前(名),配送先_郵便番号,配送先_都道府県(名称),配送先_住所1,配送先_住所2,配送先_TEL,送料',
      '55,55,7,髙橋,花子,2178,0,660,2838,5,発送済み,クレジットカード決済,2026-01-05 10:00:00,TN-OIL-N030,椿油,990,2,10,1,髙橋,花子,2480006,神奈川県,鎌倉市小町,1-2-3,09000000007,660',
      '55,55,7,髙橋,花子,2178,0,660,2838,5,発送済み,クレジットカード決済,2026-01-05 10:00:00,,送料,600,1,10,2,髙橋,花子,2480006,神奈川県,鎌倉市小町,1-2-3,09000000007,660',
      '54,54,7,髙橋,花子,2178,0,660,2838,5,発送済み,クレジットカード決済,2026-01-04 10:00:00,TN-OIL-N030,椿油,990,2,10,1,髙橋,花子,2480006,神奈川県,鎌倉市小町,1-2-3,09000000007,660',
    ),
    'cp932',
  )
  const { files } = await runMoveIn(make(), { files: [table, sold], magic, refused: 0 })
  expect(files).toMatchObject([
    { dialect: 'EC-CUBEのdtb_customer', taken: 1, left_out: 1 },
    { dialect: 'EC-CUBEの受注CSV', taken: 2, left_out: 1 },
  ])
  // The older one first, because the history is ordered by our ids.
  expect(await db.select().from(orders).orderBy(asc(orders.id))).toMatchObject([
    { order_no: '54' },
    {
      order_no: '55',
      subtotal: 2178,
      delivery_fee: 660,
      payment_total: 2838,
      adjustment_amount: 0,
      tax_total: 258,
      payment_method_id: 1,
    },
  ])
  const [before] = await people()
  expect(before!.password_hash).not.toContain(magic)
  const ctx = testContext(db, { clock, secrets })
  await expect(logIn(ctx, { email: `m7@moved${round}.example`, password: 'tsubaki2026' })).rejects.toMatchObject({
    status: 422,
  })
  await logIn(ctx, { email: `m7@moved${round}.example`, password: 'Tsubaki2026' })
  const [after] = await people()
  expect(after!.password_hash).toMatch(/^\$argon2id\$/)
  const without = await rehearseMoveIn(make(), { files: [file('members.csv', await text(table))], magic: null })
  expect(without.files).toMatchObject([{ already: 1 }])
})

const text = async (one: { open(): AsyncIterable<Uint8Array> }) =>
  iconv.decode(Buffer.concat(await Array.fromAsync(one.open())), 'cp932')

const later = (rows: string[], former_system: string | null = null) => ({
  files: [members(), addresses, file('subscriptions.csv', csv(subscriptionHeads, ...rows))],
  magic: null,
  former_system,
})
const first_of = `${subscribed(1)}A1`
const second_of = 'T1,1,,,,,,,TN-SHP-B300,1,1000,,,,,'

test('the same number of another system is somebody else: nothing of theirs goes to a member, whatever is forgotten', async () => {
  await runMoveIn(make(), { ...moved(), refused: 0 })
  const others = file(
    'members.csv',
    csv(
      memberHeads,
      member(1)
        .replace('m1@', 'm9@')
        .replace('花子1', '次郎')
        .replace('248-0006', '1000001')
        .replace('09000000001', '09099999999')
        .replace(`gmo-${round}-1`, `gmo-${round}-9`),
    ),
  )
  const theirs = file(
    'subscriptions.csv',
    csv(subscriptionHeads, subscribed(1).replace('T1', 'U1'), subscribed(1).replace('有効', '解約')),
  )
  const sold = file(
    'orders.csv',
    csv(orderHeads, '9001,1,2026-10-05 10:00,発送済み,,,TN-OIL-N030,1,1500,0,1500,代金引換,'),
  )
  const alone = await rehearseMoveIn(make(), { files: [theirs, sold], magic: null })
  expect(alone.files.map(({ taken, changed, refused }) => [taken, changed, refused])).toEqual([
    [0, 0, 2],
    [0, 0, 1],
  ])
  expect(alone.problems[0]!.message).toContain('移行元に「前のシステム」と指定')
  const forgotten = await runMoveIn(make(), { files: [others, theirs, sold], magic: null, refused: 4 })
  expect(forgotten.files.map(({ taken, changed, refused }) => [taken, changed, refused])).toEqual([
    [0, 0, 1],
    [0, 0, 2],
    [0, 0, 1],
  ])
  expect(forgotten.problems[0]!.message).toContain('別の会員の番号です')
  expect(await db.$count(subscription)).toBe(2)

  const named = await runMoveIn(make(), {
    files: [others, theirs, sold],
    magic: null,
    former_system: 'Recharge',
    refused: 0,
  })
  expect(named.files.map(({ taken, left_out }) => [taken, left_out])).toEqual([
    [1, 0],
    [1, 1],
    [1, 0],
  ])
  const [jiro] = await db
    .select()
    .from(customer)
    .where(eq(customer.email, `m9@moved${round}.example`))
  const mine = await db.select().from(subscription).where(eq(subscription.customer_id, jiro!.id))
  expect(mine).toMatchObject([{ summary_status: 1 }])
  expect(await db.$count(subscription, eq(subscription.summary_status, 6))).toBe(0)
  expect(await db.select().from(orders).where(eq(orders.order_no, '9001-2'))).toMatchObject([{ customer_id: jiro!.id }])
  const again = await runMoveIn(make(), {
    files: [others, theirs, sold],
    magic: null,
    former_system: 'Recharge',
    refused: 0,
  })
  expect(again.files.map(({ already, left_out }) => [already, left_out])).toEqual([
    [1, 0],
    [1, 1],
    [1, 0],
  ])
})

test('a 定期便 that a newer file says has ended ends without a mail, and is never charged; the other goes on', async () => {
  await runMoveIn(make(), { ...moved(), refused: 0 })
  const newer = later([first_of.replace('有効', '解約'), second_of, subscribed(2)])
  const rehearsed = await rehearseMoveIn(make(), newer)
  expect(rehearsed.files[2]).toMatchObject({ taken: 0, already: 1, changed: 1, refused: 0 })
  expect(rehearsed.problems).toMatchObject([{ head: 'ステータス', is_taken: true }])
  expect(await db.$count(subscription, eq(subscription.summary_status, 6))).toBe(0)
  await runMoveIn(make(), { ...newer, refused: 0 })
  expect(await db.select().from(subscription).orderBy(asc(subscription.id))).toMatchObject([
    { summary_status: 6, end_event: 'ended', ended_on: '2026-11-30' },
    { summary_status: 1 },
  ])
  expect(await loadQueuedMails(db)).toEqual([])
  expect((await runMoveIn(make(), { ...newer, refused: 0 })).files[2]).toMatchObject({ already: 2, changed: 0 })
  clock.move(6)
  expect(await runDailyDeliveries(make())).toMatchObject({ arranged: 1 })
  expect(ledger.charged()).toHaveLength(1)
})

test('one that ended there after its day of arrangement here is not charged either, before the run of that day', async () => {
  await runMoveIn(make(), { ...moved(), refused: 0 })
  clock.move(6)
  const ended = [first_of.replace('有効', '解約'), second_of]
  await runMoveIn(make(), { ...later(ended), refused: 0 })
  expect(await runDailyDeliveries(make())).toMatchObject({ arranged: 1 })
  const arranged = await rehearseMoveIn(make(), later([subscribed(2).replace('有効', '解約')]))
  expect(arranged.problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('発送の前にキャンセルしてください'),
  ])
})

test('dates, amounts, goods and address of a newer file are said and taken while nothing was changed here; then it stays', async () => {
  await runMoveIn(make(), { ...moved(), refused: 0 })
  const newer = later([
    subscribed(1, '2026-12-25')
      .replace('日付,1,15', '日付,1,25')
      .replace('TN-OIL-N030,2,1500', 'TN-OIL-N030,3,1400')
      .replace(',660,', ',300,'),
    subscribed(2).replace('有効', '休止'),
  ])
  const { files, problems } = await runMoveIn(make(), { ...newer, refused: 0 })
  expect(files[2]).toMatchObject({ taken: 0, already: 0, changed: 2, refused: 0 })
  for (const said of ['2026-12-15 → 2026-12-25', '¥1,500×2', '¥1,400×3', '送料 ¥660 → ¥300', 'お届け先'])
    expect(problems[0]!.message).toContain(said)
  expect(await db.select().from(subscription).orderBy(asc(subscription.id))).toMatchObject([
    {
      next_delivery_date: '2026-12-25',
      next_next_delivery_date: '2027-01-25',
      pref_id: 14,
      summary_status: 1,
      version: 2,
    },
    { summary_status: 5 },
  ])
  expect((await runMoveIn(make(), { ...newer, refused: 0 })).files[2]).toMatchObject({ already: 2, changed: 0 })
  expect(
    (
      await runMoveIn(make(), {
        ...later([subscribed(1, '2026-12-28').replace('日付,1,15', '日付,1,28'), subscribed(2)]),
        refused: 0,
      })
    ).files[2],
  ).toMatchObject({ changed: 2 })
  expect(await db.select().from(subscription).orderBy(asc(subscription.id))).toMatchObject([
    { next_delivery_date: '2026-12-28', version: 3 },
    { summary_status: 1, paused_on: null },
  ])
  await db.update(subscription).set({ version: 4 })
  const touched = await runMoveIn(make(), { ...newer, refused: 0 })
  expect(touched.files[2]).toMatchObject({ already: 2, changed: 0 })
  expect(touched.problems[0]!.message).toContain('当店の内容のままにします')
  clock.move(16)
  await runDailyDeliveries(make())
  expect(ledger.charged()).toHaveLength(1)
})

test('a row with more or fewer cells ends and changes nothing of what is here; it is refused, and not missing', async () => {
  await runMoveIn(make(), { ...moved(), refused: 0 })
  const newer = later([
    `${first_of.replace('有効', '解約')},x`,
    second_of,
    subscribed(2, '2026-12-25').replace('日付,1,15', '日付,1,25'),
    'T2,2,,,,,,,TN-SHP-B300,1',
  ])
  const { files, problems } = await runMoveIn(make(), { ...newer, refused: 2 })
  expect(files[2]).toMatchObject({ already: 0, changed: 0, refused: 2 })
  expect(problems.map(({ row, message }) => [row, message.slice(0, 23)])).toEqual([
    [2, '見出しは16列ですが、この行には17列あります'],
    [5, '見出しは16列ですが、この行には10列しかあり'],
  ])
  expect(await db.select().from(subscription)).toMatchObject([
    { summary_status: 1, version: 1 },
    { summary_status: 1, version: 1, next_delivery_date: '2026-12-15' },
  ])
})

test('a fee that was agreed stays where a newer file says none or a higher one, whatever else it changes', async () => {
  const agreed = [`${first_of.replace(',660,', ',500,')}`, second_of, subscribed(2).replace(',660,', ',500,')]
  await runMoveIn(make(), { ...later(agreed), refused: 0 })
  const moveOn = (row: string, fee: string) => row.replace('日付,1,15', '日付,1,25').replace(',660,', fee)
  const newer = [
    moveOn(`${subscribed(1, '2026-12-25')}A1`, ',,'),
    second_of,
    moveOn(subscribed(2, '2026-12-25'), ',800,'),
  ]
  const report = await runMoveIn(make(), { ...later(newer), refused: 0 })
  expect(report.files[2]).toMatchObject({ changed: 2 })
  const higher = '1件の送料・クール代・手数料が、お約束より高くなっています(T2 送料 ¥500 → ¥800)'
  expect(report.problems.at(-1)).toMatchObject({ is_taken: true, message: expect.stringContaining(higher) })
  const rows = await db.select().from(subscription).orderBy(asc(subscription.id))
  expect(
    rows.map(({ version, delivery_fee, agreed_terms }) => [version, delivery_fee, agreed_terms!.delivery_fee]),
  ).toEqual([
    [2, 500, 500],
    [2, 500, 500],
  ])
})

test('of whom and where nothing is in the report, and of Amazon’s permission nothing in the history', async () => {
  const heads = `${subscriptionHeads},AmazonチャージID`
  const paid = (permission: string, to: string) =>
    later([]).files.with(
      2,
      file(
        'subscriptions.csv',
        csv(heads, `${subscribed(1).replace('クレジットカード,0', 'Amazon Pay,')}${to},${permission}`),
      ),
    )
  const ctx = make()
  ctx.ports.payment = new Map([...ctx.ports.payment, [2, ledger.port]])
  await runMoveIn(ctx, { files: paid('S01-1111111-1111111', 'A1'), magic: null, refused: 0 })
  const { problems } = await runMoveIn(ctx, { files: paid('S01-2222222-2222222', ''), magic: null, refused: 0 })
  expect(problems.map(({ message }) => message)).toEqual([expect.stringMatching(/\(お届け先、お支払い方法\)。$/)])
  const [{ charge_permission_id }] = (await db.select().from(subscription)) as [typeof subscription.$inferSelect]
  expect(charge_permission_id).toBe('S01-2222222-2222222')
  const events = await db.select().from(subscription_event).where(eq(subscription_event.event, 'updated'))
  expect(JSON.stringify(events)).toContain('お支払い方法')
  expect(JSON.stringify(events)).not.toContain('S01-')
})

test('what can no longer be taken of a newer file is refused and said; what it no longer names is said', async () => {
  await runMoveIn(make(), { ...moved(), refused: 0 })
  const { files, problems } = await rehearseMoveIn(make(), later([subscribed(2, '2026-12-05')]))
  expect(files[2]).toMatchObject({ refused: 1 })
  expect(problems.map(({ head, is_taken }) => [head, is_taken])).toEqual([
    ['次回お届け予定日', false],
    ['', false],
    ['定期番号', true],
  ])
  expect(problems[2]!.message).toContain('1件がファイルにありません(T1)')
})

test('members, addresses and orders of a newer file stay as they are, and what differs is said', async () => {
  await runMoveIn(make(), { ...moved(), refused: 0 })
  const newer = {
    files: [
      file('members.csv', csv(memberHeads, member(1).replace('m1@', 'new@'), member(2))),
      file(
        'orders.csv',
        csv(orderHeads, '9001,1,2026-10-05 10:00,返品,T1,3,TN-OIL-N030,2,1500,660,3560,クレジットカード,2026-10-15'),
      ),
    ],
    magic: null,
  }
  const { files, problems } = await runMoveIn(make(), { ...newer, refused: 0 })
  expect(files.map(({ already, refused }) => [already, refused])).toEqual([
    [2, 0],
    [1, 0],
  ])
  expect(problems.map(({ message }) => message)).toEqual([
    '前に取り込んだ会員と違います(メールアドレス)。当店の内容のままにします。',
    '前に取り込んだ注文と違います(状態 返品)。当店の内容のままにします。',
  ])
  expect((await people()).map(({ email }) => email)).not.toContain(`new@moved${round}.example`)
})

test("Shopify's customers and orders and Recharge's subscriptions come as they are: by e-mail, charged on the same day", async () => {
  const customers = file(
    'members.csv',
    csv(
      'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Total Orders',
      `'7011,花子,椿,m1@moved${round}.example,yes,椿野,小町1-2-3,メゾン椿,鎌倉市,JP-14,JP,'248-0006,'+819000000001,,3`,
    ),
  )
  const bought = file(
    'orders.csv',
    csv(
      'Name,Email,Financial Status,Fulfillment Status,Subtotal,Shipping,Total,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Province,Shipping Phone,Cancelled at,Payment Method',
      `#1001,m1@moved${round}.example,paid,fulfilled,3700,660,4360,300,2026-10-05 10:00:00 +0900,2,椿油,1500,TN-OIL-N030,椿 花子,小町1-2-3,鎌倉市,'248-0006,JP-14,09000000001,,Shopify Payments`,
      '#1001,,,,,,,,2026-10-05 10:00:00 +0900,1,石けん,1000,TN-SHP-B300,,,,,,,,',
      `#1002,m1@moved${round}.example,refunded,fulfilled,1500,0,1500,0,2026-10-06 10:00:00 +0900,1,椿油,1500,TN-OIL-N030,,,,,,,,`,
    ),
  )
  const recharge = file(
    'subscriptions.csv',
    csv(
      'subscription_id,customer_id,email,status,sku,quantity,price,order_interval_frequency,order_interval_unit,next_charge_date,created_at',
      `91,55,M1@moved${round}.example,ACTIVE,TN-OIL-N030,1,1500.00,1,month,2026-12-08,2026-01-05`,
      `92,55,m1@moved${round}.example,CANCELLED,TN-OIL-N030,1,1500.00,30,day,,2026-01-05`,
    ),
  )
  const { files, problems } = await runMoveIn(make(), { files: [customers, bought, recharge], magic: null, refused: 0 })
  expect(files.map(({ dialect, taken, left_out, refused }) => [dialect, taken, left_out, refused])).toEqual([
    ['Shopifyの顧客CSV', 1, 0, 0],
    ['Rechargeの定期CSV', 1, 1, 0],
    ['Shopifyの注文CSV', 2, 0, 0],
  ])
  const [hanako] = await people()
  expect(hanako).toMatchObject({
    name01: '椿',
    pref_id: 14,
    postal_code01: '248',
    account_type: false,
    company_name: null,
  })
  const [one] = await db.select().from(subscription)
  expect(one).toMatchObject({
    customer_id: hanako!.id,
    summary_status: 5,
    card_seq: null,
    next_delivery_date: '2026-12-17',
    next_next_delivery_date: '2027-01-17',
  })
  expect(problems.map(({ message }) => message).join()).toContain('/sh/mypage/payments/new')
  expect(await db.select().from(orders).orderBy(asc(orders.id))).toMatchObject([
    { order_no: '1001', status: 'delivered', payment_total: 4360, discount_amount: 300, adjustment_amount: 0 },
    { order_no: '1002', status: 'returned' },
  ])
})

test('what is odd of a member is said and refuses nobody; points come; a sum that can not be is refused', async () => {
  const odd = file(
    'members.csv',
    `${memberHeads},生年月日,会社名,ポイント,LINEユーザーID\r\n${member(1)},1990-02-31,椿野,120,U1\r\n${member(2)},31/5/1990,,,\n`,
  )
  const sums = file(
    'orders.csv',
    csv(
      orderHeads,
      '9301,1,2026-10-05 10:00,発送済み,,,TN-OIL-N030,1,1500,660,9998500,,',
      '9302,1,2026-10-05 10:00,発送済み,,,TN-OIL-N030,1,1500,660,2060,,',
      '7E+12,1,2026-10-05 10:00,発送済み,,,TN-OIL-N030,1,1500,660,2160,,',
    ),
  )
  const { files, problems } = await runMoveIn(make(), { files: [odd, sums], magic: null, refused: 2 })
  expect(files.map(({ taken, refused }) => [taken, refused])).toEqual([
    [2, 0],
    [1, 2],
  ])
  expect(problems.map(({ file: name, row, head, is_taken }) => [name, row, head, is_taken])).toEqual([
    ['members.csv', 2, '会社名', true],
    ['members.csv', 2, 'LINEユーザーID', true],
    ['members.csv', 2, '生年月日', true],
    ['members.csv', 3, '生年月日', true],
    ['orders.csv', 2, '合計', false],
    ['orders.csv', 3, '合計', true],
    ['orders.csv', 4, '', false],
    ['orders.csv', 4, '注文番号', false],
  ])
  const { rows } = await db.$client.query(
    `select a.balance from point_account a join customer c on c.shop_id = a.shop_id and c.id = a.customer_id where c.email = 'm1@moved${round}.example'`,
  )
  expect(rows).toEqual([{ balance: 120 }])
})
