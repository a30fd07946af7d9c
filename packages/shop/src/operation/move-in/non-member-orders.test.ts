import { customer } from '@kushi/db/schema/customer'
import { ledger_entry } from '@kushi/db/schema/ledger'
import { moved_row } from '@kushi/db/schema/move-in'
import { orders } from '@kushi/db/schema/order'
import { person_sign, person_sign_progress } from '@kushi/db/schema/person'
import { promotion } from '@kushi/db/schema/promotion'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { ERASED_NAME } from '@kushi/values/privacy-request'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { withMemberActor } from '../../actor.ts'
import { showReport } from '../../growth/report/admin/show-report.ts'
import { findFigureDifferences } from '../../growth/report/figures.ts'
import { listCustomers } from '../../people/customer/admin/list-customers.ts'
import { showCustomer } from '../../people/customer/admin/show-customer.ts'
import { backfillPersonSigns } from '../../people/person/backfill-person-signs.ts'
import { validateOrder } from '../../sales/checkout/validate-order.ts'
import { issueDocument } from '../../sales/document/admin/issue-document.ts'
import { listAllOrders } from '../../sales/order/admin/list-orders.ts'
import { showOrder } from '../../sales/order/admin/show-order.ts'
import { getOrder } from '../../sales/order/orders.ts'
import { refundOneOrder } from '../../sales/refund/admin/refund-order.ts'
import { type SecretBox, secretBox } from '../../secret-box.ts'
import { commandLineContext } from '../../testing/admin-context.ts'
import { fakeCardVault } from '../../testing/card-vault.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { operatorContext, parseListQuery } from '../../testing/operator.ts'
import { insertMembers, testOrderDraft } from '../../testing/order.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { erasePersonalData } from '../membership/admin/erase.ts'
import { exportPersonalData } from '../membership/admin/export.ts'
import { previewMerge } from '../membership/admin/preview-merge.ts'
import { addPrivacyRequest, changePrivacyRequest } from '../membership/admin/requests.ts'
import { eraseExpiredPersonalData } from '../membership/erase-expired.ts'
import { rehearseMoveIn, runMoveIn } from './move-in.ts'
import { rehearseMoveInRevert, revertMoveIn } from './revert-move-in.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const clock = testClock('2026-11-30')
const secrets = secretBox(['0'.repeat(32)])
const ctx = { ...testContext(db, { clock, ports: { card: fakeCardVault() } }), secrets }
const desk = { ...(await operatorContext(db, 'manager', { clock, ports: { card: fakeCardVault() } })), secrets }
const make = () => ({ ...commandLineContext(ctx), secrets })
/** Each test has a former system and members of its own. */
let round = 0
beforeEach(async () => {
  await emptyTables(db.$client, 'subscription, orders, outbox, moved_row, ledger_entry, privacy_request', {
    restart: true,
  })
  round++
})

const csv = (name: string, heads: string, ...rows: string[]) => ({
  name,
  async *open() {
    yield Buffer.from([heads, ...rows].join('\n'))
  },
})
const home = (n: number) =>
  `椿,花子${n},248-0006,神奈川県,鎌倉市小町,1-2-${n},0900${String(round).padStart(2, '0')}0000${n}`
const member = (n: number, status = '', email = `g${n}@guest${round}.example`) => `${n},${email},${home(n)},${status}`
const members = (...rows: string[]) =>
  csv(
    'members.csv',
    '会員番号,メールアドレス,姓,名,郵便番号,都道府県,市区町村,番地,電話番号,ステータス',
    member(1),
    ...rows,
  )
const HEADS =
  '注文番号,会員番号,会員メールアドレス,注文日時,状態,商品コード,数量,単価,合計,お支払方法,姓,名,郵便番号,都道府県,市区町村,番地,電話番号'
const order = (
  no: string,
  member_no: string,
  { email = '', day = '2026-10-05', to = home(9), status = '発送済み' } = {},
) => `G${round}-${no},${member_no},${email},${day} 10:00,${status},TN-OIL-N030,1,1500,1500,郵便振替,${to}`
const orderFile = (...rows: string[]) => csv('orders.csv', HEADS, ...rows)
const system = () => `旧店${round}`
type File = ReturnType<typeof csv>
const asked = (files: File[], more: object = {}) => ({
  files,
  former_system: system(),
  magic: null,
  with_guests: true,
  with_departed: true,
  ...more,
})
const rehearse = (files: File[], more: object = {}) => rehearseMoveIn(make(), asked(files, more))
const move = (files: File[], refused = 0) => runMoveIn(make(), { ...asked(files), refused })
const non_members = () => db.select().from(customer).where(isNotNull(customer.moved_as)).orderBy(asc(customer.id))
const ownerOf = async (no: string) => {
  const [row] = await db
    .select({ order: orders, member: customer })
    .from(orders)
    .innerJoin(customer, eq(customer.id, orders.customer_id))
    .where(and(eq(orders.shop_id, 2), eq(orders.order_no, `G${round}-${no}`)))
  return row!
}
const takeBack = () => revertMoveIn(make(), { former_system: system() })

test('nobody’s orders stay behind until the move says otherwise in words; then it says how many, and of which numbers', async () => {
  const files = [
    members(member(2, '', 'no mail'), member(3, '退会'), member(4, 'ゲスト')),
    orderFile(order('1', '1'), order('2', ''), order('3', '3'), order('4', '4'), order('5', '5'), order('6', '2')),
  ]
  const plain = await rehearse(files, { with_guests: false, with_departed: false })
  expect(plain.files.at(-1)).toMatchObject({ taken: 1, guests: 0, departed: 0, refused: 5 })
  const said = (report: typeof plain) =>
    report.problems.filter(({ file, head }) => file === 'orders.csv' && head === '会員番号')
  expect(said(plain).map(({ row, message }) => [row, /「([^「]*も取り込む)」/.exec(message)?.[1]])).toEqual([
    [3, 'ゲストの注文も取り込む'],
    [4, '退会した会員の注文も取り込む'],
    [5, 'ゲストの注文も取り込む'],
    [6, '退会した会員の注文も取り込む'],
    [7, undefined],
  ])
  expect((await rehearse(files, { with_guests: false })).files.at(-1)).toMatchObject({ guests: 0, departed: 2 })
  const report = await rehearse(files)
  // Whose row of members.csv is wrong has not left.
  expect(report.files.at(-1)).toMatchObject({ taken: 5, guests: 2, departed: 2, refused: 1 })
  expect(said(report)).toMatchObject([
    { row: 7, is_taken: false },
    { row: 1, is_taken: true, message: expect.stringContaining('会員番号が1個あり(5)') },
  ])
  expect(await non_members()).toEqual([])
  await expect(rehearse(files.slice(1))).rejects.toMatchObject({ fields: [{ path: 'files' }] })
  await expect(rehearse(files, { former_system: null })).rejects.toMatchObject({ fields: [{ path: 'former_system' }] })
})

test('one number is one person, one e-mail is one guest, and without either each order is somebody; no account, no mail', async () => {
  const email = `once@guest${round}.example`
  const files = [
    members(member(3, '退会'), member(4, 'ゲスト')),
    orderFile(
      order('1', '1'),
      order('2', '', { day: '2026-10-03' }),
      order('3', ''),
      order('4', '', { email, day: '2026-09-01' }),
      order('5', '', { email: email.toUpperCase() }),
      order('6', '3'),
      order('7', '3', { day: '2025-01-02' }),
      order('8', '4'),
      order('9', '', { email: `g1@guest${round}.example` }),
    ),
  ]
  const report = await move(files)
  expect(report.files.at(-1)).toMatchObject({ taken: 9, guests: 5, departed: 2, refused: 0 })
  const rows = await non_members()
  expect(rows.map(({ moved_as, created_at }) => [moved_as, created_at.toISOString().slice(0, 10)])).toEqual([
    ['departed', '2025-01-02'],
    ['guest', '2026-09-01'],
    ['guest', '2026-10-03'],
    ['guest', '2026-10-05'],
    ['guest', '2026-10-05'],
  ])
  for (const row of rows)
    expect(row).toMatchObject({ name01: '', phone_number: '', addr01: '', password_hash: null, pref_id: 14 })
  expect(JSON.stringify([rows, await db.select().from(moved_row)])).not.toContain(email)
  expect((await ownerOf('4')).member.id).toBe((await ownerOf('5')).member.id)
  expect((await ownerOf('6')).member.id).toBe((await ownerOf('7')).member.id)
  expect((await ownerOf('9')).member).toMatchObject({ moved_as: null, name02: '花子1' })
  expect((await ownerOf('2')).order).toMatchObject({ name02: '花子9', moved_payment_name: '郵便振替' })
  expect(await loadQueuedMails(db)).toEqual([])
  expect(await db.$count(ledger_entry)).toBe(0)

  // Again, and a newer export: what is there is not taken twice, what is new joins whom it belongs to.
  expect((await move(files)).files.at(-1)).toMatchObject({ taken: 0, already: 9, guests: 0, departed: 0 })
  const newer = [
    files[0]!,
    orderFile(
      order('4', '', { email, day: '2026-09-01' }),
      order('10', '', { email }),
      order('11', '3'),
      order('2', '', { day: '2026-10-03', status: '返品' }),
    ),
  ]
  const second = await move(newer)
  expect(second.files.at(-1)).toMatchObject({ taken: 2, already: 2, guests: 1, departed: 1 })
  expect(second.problems).toMatchObject([{ is_taken: true, message: expect.stringContaining('状態 返品') }])
  expect(await non_members()).toHaveLength(5)
  expect((await ownerOf('10')).member.id).toBe((await ownerOf('4')).member.id)
  expect((await ownerOf('11')).member.id).toBe((await ownerOf('6')).member.id)
  // Whoever was taken for one who left can't become a member by a later file.
  const alive = await rehearse([members(member(3)), orderFile(order('12', '3'))])
  expect(alive.files).toMatchObject([{ refused: 1 }, { taken: 0, refused: 1 }])
  expect(alive.problems[0]!.message).toContain('移行を取り消してから')
})

const to = '姓,名,郵便番号,都道府県,市区町村,番地,電話番号'
const dialects: [name: string, heads: string, orders: string[]][] = [
  [
    'EC-CUBEの受注CSV',
    '注文ID,注文番号,会員ID,受注日,支払合計,対応状況(名称),商品コード,個数,価格,税率,明細区分(ID),配送先_お名前(姓),配送先_お名前(名),配送先_郵便番号,配送先_都道府県(名称),配送先_住所1,配送先_住所2,配送先_TEL',
    ['', '5'].map(
      (who, n) =>
        `${n},E${n},${who},2026-10-05 10:00:00,1650,発送済み,TN-OIL-N030,1,1500,10,1,椿,花子,2480006,神奈川県,鎌倉市小町,1-2-3,09000000001`,
    ),
  ],
  [
    'ecforceの受注CSV',
    `受注番号,顧客番号,受注日,支払い合計,対応状況,購入商品（商品コード）,小計,${to}`,
    ['', '5f20'].map((who, n) => `f${n},${who},2026/10/05 10:00,1500,完了,TN-OIL-N030,1500,${home(8)}`),
  ],
  [
    'Shopifyの注文CSV',
    'Name,Email,Financial Status,Fulfillment Status,Shipping,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Province,Shipping Phone,Cancelled at',
    ['a@shopify.example', 'b@shopify.example'].map(
      (who, n) =>
        `#100${n},${who},paid,fulfilled,0,1500,2026-10-05 10:00:00 +0900,1,椿油,1500,TN-OIL-N030,椿 花子,小町1-2-3,鎌倉市,'248-0006,JP-14,09000000001,`,
    ),
  ],
]

test.each(dialects)('guests and members who left of %s', async (name, heads, rows) => {
  const file = csv('orders.csv', heads, ...rows)
  const plain = await rehearse([members(), file], { with_guests: false, with_departed: false })
  expect(plain.files.at(-1)).toMatchObject({ dialect: name, taken: 0, refused: 2 })
  const { files } = await move([members(), file])
  // Shopify has no numbers of members in its orders.
  const departed = name.startsWith('Shopify') ? 0 : 1
  expect(files.at(-1)).toMatchObject({ taken: 2, guests: 2 - departed, departed })
  expect((await non_members()).map(({ moved_as }) => moved_as).slice(-2)).toContain('guest')
})

test('an order without an address, and one that names another’s 定期便, stay behind', async () => {
  const contract = csv(
    'subscriptions.csv',
    '定期番号,会員番号,回数,次回お届け予定日,周期,間隔,日,商品コード,数量,お支払方法,送料',
    'T1,1,4,2026-12-15,日付,1,15,TN-OIL-N030,1,代金引換,0',
  )
  const withCycle = csv('orders.csv', `${HEADS},定期番号,回数`, `${order('2', '7')},T1,3`)
  const report = await rehearse([members(), contract, withCycle])
  expect(report.problems.filter(({ is_taken }) => !is_taken)).toMatchObject([
    { head: '定期番号', message: expect.stringContaining('別の会員') },
  ])
  const bare = await rehearse([members(), orderFile(order('1', '', { to: ',,,,,,' }))])
  expect(bare.files.at(-1)).toMatchObject({ refused: 1 })
  expect(bare.problems).toMatchObject([{ head: '姓', message: expect.stringContaining('お届け先') }])
})

test('an operator reads them, and that they are nobody’s; a member does not, and the list of members has members', async () => {
  await move([members(), orderFile(order('1', ''), order('2', '5'))])
  const [guest, departed] = [await ownerOf('1'), await ownerOf('2')]
  expect(await showOrder(desk, { id: guest.order.id })).toMatchObject({
    customer: { name: 'ゲスト(移行)', moved_as: 'guest', email: '' },
    recipient: { name: '椿 花子9' },
    documents: { receipt: expect.any(String), statement: expect.any(String), delivery_slip: expect.any(String) },
  })
  expect(await showCustomer(desk, { id: departed.member.id })).toMatchObject({
    name: '退会した会員(移行)',
    orders: [{ order_no: `G${round}-2` }],
  })
  const listed = await listAllOrders(desk, parseListQuery('GET /admin/v1/orders'))
  expect(listed.items.map(({ customer_name }) => customer_name).sort()).toEqual(['ゲスト(移行)', '退会した会員(移行)'])
  const people = await listCustomers(desk, parseListQuery('GET /admin/v1/customers'))
  expect(people.items.map(({ id }) => id)).not.toContain(guest.member.id)
  await expect(
    issueDocument(desk, { id: guest.order.id, type: 'receipt', name: '', proviso: '' }),
  ).rejects.toMatchObject({ status: 409 })
  const [other] = (await insertMembers(db, 1)) as [number]
  const theirs = withMemberActor(testContext(db, { clock, customer_id: other }), other)
  await expect(getOrder(theirs, { order_no: guest.order.order_no })).rejects.toMatchObject({ status: 404 })
  expect(await previewMerge(desk, { id: other, other_id: guest.member.id })).toMatchObject({
    problem: expect.stringContaining('退会'),
  })
})

test('figures count them as persons: the first order of a guest is 新規, the second of one who left is not', async () => {
  await move([
    members(),
    orderFile(order('1', ''), order('2', '5', { day: '2026-09-01' }), order('3', '5', { day: '2026-09-20' })),
  ])
  const report = await showReport(desk, {
    report: 'members',
    from: '2026-09-01',
    to: '2026-10-31',
    by: 'month',
  } as never)
  expect(report.rows.map(({ cells }) => cells[0]!.value)).toEqual([1, 1])
  expect(await Array.fromAsync(findFigureDifferences(make()))).toEqual([])
})

test('はじめての方: whoever bought there as a guest is known by the e-mail, and by the address', async () => {
  const { code } = await insertRunningPromotion(db, { audience: 'new', trigger: 'code' })
  await move([
    members(),
    orderFile(
      order('1', '', { to: home(7) }),
      order('2', '', { email: `new@guest${round}.example` }),
      // Only a later order of theirs says the e-mail.
      order('3', '5', { day: '2026-01-05' }),
      order('4', '5', { email: `left@guest${round}.example` }),
    ),
  ])
  const same = {
    kana01: '',
    kana02: '',
    name01: '椿',
    name02: '花子7',
    phone_number: home(7).split(',').at(-1)!,
    addr02: '1-2-7',
  }
  const told = async (more: object) => {
    const [id] = (await insertMembers(db, 1, more)) as [number]
    const buyer = withMemberActor(testContext(db, { clock, customer_id: id }), id)
    return (await validateOrder({ ...buyer, secrets }, testOrderDraft({ coupon_codes: [code] }))).summary.promotions
  }
  const refused = [{ is_applied: false, message: expect.stringContaining('はじめて') }]
  expect(await told({ email: `new@guest${round}.example` })).toMatchObject(refused)
  expect(await told({ email: `left@guest${round}.example` })).toMatchObject(refused)
  expect(await told(same)).toMatchObject([{ is_applied: true }])
  await backfillPersonSigns(ctx)
  expect(await told(same)).toMatchObject(refused)
  await db.update(promotion).set({ status: 'stopped' })
})

test('another first key of SECRET_KEY: the e-mail of a guest is found as long as the old key is there', async () => {
  const { code } = await insertRunningPromotion(db, { audience: 'new', trigger: 'code' })
  const email = `key@guest${round}.example`
  await move([members(), orderFile(order('1', '', { email }))])
  const { member: guest } = await ownerOf('1')
  const [id] = (await insertMembers(db, 1, { email })) as [number]
  const [first, later] = [secretBox(['f'.repeat(32)]), secretBox(['f'.repeat(32), '0'.repeat(32)])]
  const kinds = async () =>
    (await db.select().from(person_sign).where(eq(person_sign.customer_id, guest.id)))
      .map(({ sign, kind }) => (sign.startsWith(first.signsOf('')[0]!.split('.')[0]!) ? kind : `${kind}, old`))
      .sort()
  await backfillPersonSigns({ ...ctx, secrets: later })
  expect(await kinds()).toEqual(['mailbox, old', 'phone', 'phone', 'place', 'resident'])
  const buyer = withMemberActor(testContext(db, { clock, customer_id: id }), id)
  const told = (secrets: SecretBox) => validateOrder({ ...buyer, secrets }, testOrderDraft({ coupon_codes: [code] }))
  expect((await told(later)).summary.promotions).toMatchObject([{ is_applied: false }])
  expect((await told(first)).summary.promotions).toMatchObject([{ is_applied: true }])
  await db.delete(person_sign_progress)
  await backfillPersonSigns({ ...ctx, secrets: first })
  expect(await kinds()).toEqual(['phone', 'phone', 'place', 'resident'])
  await db.update(promotion).set({ status: 'stopped' })
})

const asking = { source: 'phone', inquiry_id: null, content: '電話', due_on: null } as const
async function request(id: number, kind: 'disclosure' | 'erasure'): Promise<number> {
  const added = await addPrivacyRequest(desk, { ...asking, id, kind })
  expect(added.customer_name).toBe('ゲスト')
  const checked = { identity_check: '注文番号とお電話で', answer: '', due_on: '2026-12-10', state: 'working' as const }
  await changePrivacyRequest(desk, { id: added.id, ...checked })
  return added.id
}

test('開示 and 削除 of a guest; what a newer export has of them later is another guest’s, and a second erasure is not needed', async () => {
  const email = `erase@guest${round}.example`
  await move([members(), orderFile(order('1', '', { email }), order('2', '5'))])
  const { member: guest } = await ownerOf('1')
  const opened = await request(guest.id, 'disclosure')
  const { content } = await exportPersonalData(desk, { id: opened, with_guest_records: false })
  const page = new TextDecoder().decode((await Array.fromAsync(content))[0])
  expect(page).toContain(`G${round}-1`)
  expect(page).toContain('花子9')
  expect(page).not.toContain(`G${round}-2`)

  const erasing = await request(guest.id, 'erasure')
  expect(await erasePersonalData(desk, { id: erasing, with_guest_records: false })).toMatchObject({
    erased: 1,
    kept: [],
  })
  expect((await ownerOf('1')).order).toMatchObject({ name01: ERASED_NAME, addr01: '', phone_number: '' })
  const again = [members(), orderFile(order('1', '', { email }), order('3', '', { email }))]
  expect((await move(again)).files.at(-1)).toMatchObject({ taken: 1, already: 1 })
  expect((await ownerOf('1')).order).toMatchObject({ name01: ERASED_NAME })
  expect((await ownerOf('3')).member.id).not.toBe(guest.id)
  await eraseExpiredPersonalData(ctx)
  expect((await ownerOf('3')).order.name02).toBe('花子9')
})

test('of one who left and was erased here nothing new is taken in', async () => {
  await move([members(), orderFile(order('1', '5'))])
  const { member: left } = await ownerOf('1')
  const added = await addPrivacyRequest(desk, { ...asking, id: left.id, kind: 'erasure' })
  expect(added.customer_name).toBe('退会した会員')
  const checked = { identity_check: '電話', answer: '', due_on: '2026-12-10', state: 'working' as const }
  await changePrivacyRequest(desk, { id: added.id, ...checked })
  await erasePersonalData(desk, { id: added.id, with_guest_records: false })
  const report = await rehearse([members(), orderFile(order('1', '5'), order('2', '5'))])
  expect(report.files.at(-1)).toMatchObject({ taken: 0, already: 1, refused: 1 })
})

test('an order of one who left this shop since the move joins theirs', async () => {
  await move([members(member(2)), orderFile(order('1', '2'))])
  const { member: left } = await ownerOf('1')
  await db.update(customer).set({ withdrawn_at: clock.now() }).where(eq(customer.id, left.id))
  const newer = [members(member(2)), orderFile(order('1', '2'), order('2', '2'))]
  expect((await rehearse(newer, { with_departed: false })).files.at(-1)).toMatchObject({ already: 1, refused: 1 })
  expect((await move(newer)).files).toMatchObject([{ already: 2 }, { taken: 1, departed: 1, already: 1 }])
  expect((await ownerOf('2')).member.id).toBe(left.id)
})

test('taken back with the move, unless somebody did something with the order', async () => {
  const files = [members(), orderFile(order('1', '1'), order('2', ''), order('3', ''), order('4', '5'))]
  await move(files)
  const kept = await ownerOf('2')
  const shown = await showOrder(desk, { id: kept.order.id })
  expect(shown.refusals.refund).toBeNull()
  await refundOneOrder(desk, {
    id: kept.order.id,
    refund: { kind: 'return', restock: false, keep_subscription: false },
    by_hand: false,
    seen: { refunded_amount: 0, repaid_amount: 0, owed_amount: 0 },
    decision_reason: '返品',
    notify: true,
  })
  expect((await ownerOf('2')).order.status).toBe('returned')
  expect(await loadQueuedMails(db)).toEqual([])
  const expected = {
    members: 1,
    non_members: 2,
    orders: 3,
    stay_count: 1,
    staying: [{ member_no: `ゲスト(注文 G${round}-2)`, customer_id: kept.member.id }],
  }
  expect(await rehearseMoveInRevert(make(), { former_system: system() })).toMatchObject(expected)
  const before = await db.$count(customer)
  expect(await takeBack()).toMatchObject(expected)
  expect(await db.$count(customer)).toBe(before - 3)
  expect((await move(files)).files.at(-1)).toMatchObject({ taken: 3, guests: 1, departed: 1, already: 1 })
  expect(await Array.fromAsync(findFigureDifferences(make()))).toEqual([])
})

test('what is no e-mail address makes no two guests one', async () => {
  const orders_of = [order('1', '', { email: '-' }), order('2', '', { email: '-' }), order('3', '', { email: 'なし' })]
  await move([members(), orderFile(...orders_of)])
  const owners = await Promise.all(['1', '2', '3'].map(async (no) => (await ownerOf(no)).member.id))
  expect(new Set(owners).size).toBe(3)
})

test('a number that looks like that of a guest, or is too long to be kept, stays behind beside its field', async () => {
  const typed = `ゲスト(注文 G${round}-2)`
  const long = Array.from({ length: 6000 }, (_, n) => ((n * n * 7919) % 36).toString(36)).join('')
  const files = [
    members(`${typed},x@guest${round}.example,${home(2)},`, `${long},y@guest${round}.example,${home(3)},`),
    orderFile(order('1', typed), order('2', ''), order('3', long), order('4', `ゲスト(注文 G${round}-4)`)),
  ]
  const report = await move(files, 5)
  expect(report.files).toMatchObject([
    { taken: 1, refused: 2 },
    { taken: 1, guests: 1, refused: 3 },
  ])
  const heads = report.problems.filter(({ is_taken }) => !is_taken).map(({ file, row, head }) => [file, row, head])
  expect(heads).toContainEqual(['orders.csv', 2, '会員番号'])
  expect(heads).toContainEqual(['members.csv', 3, '会員番号'])
  // A member of whom the file says no more: only their orders do.
  const alone = await rehearse([members(), orderFile(order('5', long))])
  expect(alone.problems).toMatchObject([{ head: '会員番号', is_taken: false }])
})
