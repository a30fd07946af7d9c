import { customer } from '@kushi/db/schema/customer'
import { promotion } from '@kushi/db/schema/promotion'
import { master_data } from '@kushi/db/schema/shop'
import { subscription } from '@kushi/db/schema/subscription'
import { testDatabase } from '@kushi/db/testing'
import { insertOrderRow, insertSubscriptionRow } from '@kushi/shop/testing/rows'
import { and, eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { signInAsDemo } from '../demo/demo-operators.ts'
import { environment, sandboxOf, startServer } from '../testing/server.ts'

const database = await testDatabase()
const sandbox = await sandboxOf()
const server = await startServer(environment(database.url, sandbox))
afterAll(async () => {
  await server.stop()
  await sandbox.stop()
  await database.close()
})

type Answer = { status: number; data?: never; meta?: { error: string; message: string; fields?: { path: string }[] } }
const session = (await signInAsDemo(server.deps, 'manager'))!
async function call(key: string, body?: unknown): Promise<Answer> {
  const [method, path] = key.split(' ') as [string, string]
  const res = await fetch(`${server.url}${path}`, {
    method,
    headers: { 'x-kushi-admin': '1', 'content-type': 'application/json', cookie: `kushi_operator=${session}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: res.status, ...((await res.json()) as object) }
}
type State = Record<string, unknown> & { version: string }
const read = async (path: string): Promise<State> => (await call(`GET /admin/v1/${path}`)).data!
/** Changes some fields of the current settings. */
const change = async (path: string, more: object) => call(`PUT /admin/v1/${path}`, { ...(await read(path)), ...more })
const shown = async (path: string) =>
  ((await (await fetch(`${server.url}${path}`, { headers: { 'x-shop-id': '2' } })).json()) as { data: State }).data
/**
 * Cached answers are dropped by a notification from the database, which arrives shortly after the response to the
 * change.
 */
const expectShown = (path: string) => expect.poll(() => shown(path))
const trail = async () =>
  (await database.pool.query('select * from audit_event order by id desc limit 1')).rows[0] as Record<string, unknown>
const fieldsOf = ({ meta }: Answer) => meta?.fields?.map(({ path }) => path)

const calm = { corporate_words: '' }
const shopPath = '/v1/setting/shop/detail/2'

describe('the shop', () => {
  test('a change takes effect in the shop at once and is in the audit log, before and after', async () => {
    await expectShown(shopPath).toMatchObject({ delivery_free_amount: 6600 })
    expect(await change('setting/shop', { ...calm, delivery_free_amount: 5500 })).toMatchObject({ status: 200 })
    await expectShown(shopPath).toMatchObject({ delivery_free_amount: 5500 })
    expect(await trail()).toMatchObject({
      action: 'PUT /admin/v1/setting/shop',
      before: { delivery_free_amount: 6600 },
      after: { delivery_free_amount: 5500 },
      fields: ['delivery_free_amount'],
    })
    expect(await change('setting/shop', { ...calm, delivery_free_amount: null })).toMatchObject({ status: 200 })
    await expectShown(shopPath).toMatchObject({ delivery_free_amount: null })
  })

  test('its colours reach its pages, and can be removed', async () => {
    const colours = { primary_color: '#1F4E79 ', subscription_color: '#5b3a8c' }
    expect(await change('setting/shop', { ...calm, ...colours })).toMatchObject({ status: 200 })
    await expectShown(shopPath).toMatchObject({ primary_color: '#1f4e79', subscription_color: '#5b3a8c' })
    for (const field of ['値引きの色', '定期便の色'])
      expect(await read(`audit?field=${encodeURIComponent(field)}`)).toMatchObject({
        items: [{ after: { primary_color: '#1f4e79' } }],
      })
    expect(await change('setting/shop', { ...calm, primary_color: null, subscription_color: null })).toMatchObject({
      status: 200,
    })
    await expectShown(shopPath).toMatchObject({ primary_color: null, subscription_color: null })
  })

  test.each([
    [{ registration_number: 'T123' }, ['registration_number'], '登録番号は「T」と半角数字13桁で入力してください。'],
    [{ shop_name: ' ' }, ['shop_name'], '店舗名を入力してください。'],
    [{ phone_number: '03-12' }, ['phone_number'], '電話番号は正しい桁数で入力してください。'],
    [
      { primary_color: '#ffb6c1' },
      ['primary_color'],
      '背景との明暗の差が足りず、読みにくい方がいます。もっと濃い色にしてください。',
    ],
    [
      { subscription_color: 'green' },
      ['subscription_color'],
      '「#」と0〜9・a〜fの6文字で入力してください。例: #a4303f',
    ],
    [{ logo_path: '2/00000000000000000000000000000000' }, ['logo_path'], undefined],
    [{ email: 'shop' }, ['email'], 'メールアドレスは「name@example.jp」の形式で入力してください。'],
    [
      { delivery_free_amount: -1 },
      ['delivery_free_amount'],
      '送料無料になる金額は0から9999999の範囲で入力してください。',
    ],
    [
      { customer_rank_use_flag: true, customer_rank_operation_start_date: null },
      ['customer_rank_operation_start_date'],
      '会員ランクを表示するには、開始日を入力してください。',
    ],
    [
      { customer_rank_operation_start_date: '2026-01-01', customer_rank_operation_end_date: '2026-01-01' },
      ['customer_rank_operation_end_date'],
      '終了日は2026/01/02以降の日付を入力してください。',
    ],
    [{ phone_display: '3-3-4' }, ['phone_display'], undefined],
    [{ password_min: 6 }, ['password_min'], 'パスワードの最小文字数は7から15の範囲で入力してください。'],
    [{ password_max: 129 }, ['password_max'], 'パスワードの最大文字数は15から128の範囲で入力してください。'],
    [{ corporate_flag: true }, ['corporate_words'], '入力した店舗名が「椿野」と異なります。'],
  ])('%j is refused beside its field', async (more, fields, message) => {
    const answer = await change('setting/shop', { ...calm, ...more })
    expect([answer.status, fieldsOf(answer)]).toEqual([422, fields])
    if (message) expect(answer.meta?.message).toBe(message)
  })

  test('another kind of shop, after a confirmation, and back', async () => {
    const words = { corporate_words: '椿野' }
    expect(await change('setting/shop', { ...words, corporate_flag: true })).toMatchObject({ status: 200 })
    await expectShown(shopPath).toMatchObject({ corporate_flag: true })
    expect(await change('setting/shop', { ...words, corporate_flag: false })).toMatchObject({ status: 200 })
  })

  test('display of phone numbers, length of passwords, way of withdrawal, 変更の締切', async () => {
    const set = {
      phone_display: 'usual',
      password_min: 10,
      password_max: 64,
      withdrawal_by: 'mypage',
      arranged_before_days: 14,
      price_visibility: 'approved',
    }
    expect(await change('setting/shop', { ...calm, ...set })).toMatchObject({ status: 200 })
    await expectShown(shopPath).toMatchObject(set)
    const specified = {
      phone_display: '4-3-rest',
      password_min: 7,
      password_max: 15,
      withdrawal_by: 'phone',
      arranged_before_days: 10,
      price_visibility: 'everybody',
    }
    expect(await change('setting/shop', { ...calm, ...specified })).toMatchObject({ status: 200 })
  })

  test('what an older client does not name stays as it is', async () => {
    const set = {
      delivery_free_after_promotions: true,
      most_promotion_rate: 50,
      wrapping_offer: { wraps: [{ wrapping_name: '包装紙', wrapping_fee: 110 }], noshi: [], card_fee: 0 },
      weekly_closed_days: [0],
      reply_days_min: 2,
      reply_days_max: 4,
      first_price_audience: 'once',
    }
    const before = await read('setting/shop')
    expect(await change('setting/shop', { ...calm, ...set })).toMatchObject({ status: 200 })
    const seen = await read('setting/shop')
    const known = Object.fromEntries(Object.entries(seen).filter(([name]) => !(name in set)))
    const put = (more: object) => call('PUT /admin/v1/setting/shop', { ...known, ...calm, ...more })
    expect(fieldsOf(await put({ reply_days_min: 3 }))).toEqual(['reply_days_max'])
    expect(await put({ shop_name: '椿野の店' })).toMatchObject({ status: 200, data: { ...set, shop_name: '椿野の店' } })
    const { version: _, ...former } = before
    expect(await change('setting/shop', { ...former, ...calm })).toMatchObject({ status: 200 })
  })

  test('two operators change the same: the second is notified, and nothing is lost', async () => {
    const seen = await read('setting/shop')
    const put = (more: object) => call('PUT /admin/v1/setting/shop', { ...seen, ...calm, ...more })
    const both = await Promise.all([put({ menu_payment_on: false }), put({ menu_shipping_on: false })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const now = await read('setting/shop')
    expect([now.menu_payment_on, now.menu_shipping_on].filter((on) => !on)).toHaveLength(1)
    await change('setting/shop', { ...calm, menu_payment_on: true, menu_shipping_on: true })
  })
})

describe('smaller settings', () => {
  test('the level of LINE', async () => {
    expect(await change('setting/line', { level: 'required' })).toMatchObject({ status: 200 })
    await expectShown(shopPath).toMatchObject({ line_channel_flag: true, ec_line_required_flag: true })
    expect(await change('setting/line', { level: 'none' })).toMatchObject({ status: 200 })
    await expectShown(shopPath).toMatchObject({ line_channel_flag: false, ec_line_required_flag: false })
    expect(await trail()).toMatchObject({ before: { level: 'required' }, after: { level: 'none' } })
  })

  test('card lock and carriers', async () => {
    const lock = { card_decline_max: 3, card_decline_minutes: 10, card_lock_minutes: 60 }
    expect(await change('setting/card-lock', lock)).toMatchObject({ status: 200, data: lock })
    const search = { search_synonyms: [['櫛', 'くし']] }
    expect(await change('setting/search', search)).toMatchObject({ status: 200, data: search })
    expect(fieldsOf(await change('setting/search', { search_synonyms: [['櫛']] }))).toEqual(['search_synonyms'])
    expect(fieldsOf(await change('setting/card-lock', { card_decline_max: 0 }))).toEqual(['card_decline_max'])
    expect(await read('setting/carriers')).toMatchObject({ yamato: 7, sagawa: 7, japan_post: 7 })
    expect(await change('setting/carriers', { yamato: 3 })).toMatchObject({ status: 200, data: { yamato: 3 } })
    expect(fieldsOf(await change('setting/carriers', { sagawa: null }))).toEqual(['sagawa'])
  })

  test('reminders: hours must ascend, and the used ones must be set', async () => {
    expect(await change('setting/reminder', { step_hours: [2, 48] })).toMatchObject({
      status: 200,
      data: { step_hours: [2, 48] },
    })
    for (const step_hours of [[48, 2], [1, null], [0], [1, 2, 3, 4, 5, 6]])
      expect(fieldsOf(await change('setting/reminder', { step_hours }))).toEqual(['step_hours'])
    expect(fieldsOf(await change('setting/reminder', { individual_setting_flag: true }))).toEqual([
      'customer_step_hours',
      'guest_step_hours',
    ])
    expect(
      await change('setting/reminder', {
        individual_setting_flag: true,
        customer_step_hours: [3],
        guest_step_hours: [4],
        cart_abandoned_flag: false,
      }),
    ).toMatchObject({ status: 200 })
    await expectShown('/v1/cart-abandonments/get_abandonment_users_setting').toMatchObject({
      cart_abandoned_flag: false,
    })
  })
})

describe('texts and pages', () => {
  test('a text is stored as it is served, shows at once, and falls back if its variant is deleted', async () => {
    const footer = '/v1/setting/shop/content/footer?layout_code=12'
    const common = (await shown(footer)).html
    const html = '<p>© 椿野</p><script>alert(1)</script>'
    expect(await change('content/footer/12', { html })).toMatchObject({
      status: 200,
      data: { html: '<p>© 椿野</p>' },
    })
    await expectShown(footer).toMatchObject({ html: '<p>© 椿野</p>' })
    await expectShown('/v1/setting/shop/content/footer?layout_code=14').toMatchObject({ html: common })
    expect(await call('DELETE /admin/v1/content/footer/12')).toMatchObject({ status: 200 })
    await expectShown(footer).toMatchObject({ html: common })
    expect(await call('DELETE /admin/v1/content/footer/12')).toMatchObject({ status: 404 })
    expect(await call('DELETE /admin/v1/content/footer/0')).toMatchObject({ status: 404 })
    expect(await call('GET /admin/v1/content/faq/12')).toMatchObject({ status: 404 })
  })

  test('changed terms require a new version; the evidence of orders keeps the old one', async () => {
    const { html, terms_version } = await read('content/terms-of-use/0')
    const changed = { html: `${html}<p>追記</p>` }
    const save = async (more: object) => {
      const { terms_version: _, ...seen } = await read('content/terms-of-use/0')
      return call('PUT /admin/v1/content/terms-of-use/0', { ...seen, ...more })
    }
    expect(fieldsOf(await save(changed))).toEqual(['terms_version'])
    expect(fieldsOf(await save({ ...changed, terms_version }))).toEqual(['terms_version'])
    expect(await save({ title: '利用規約' })).toMatchObject({ status: 200, data: { terms_version } })
    expect(await save({ ...changed, terms_version: null })).toMatchObject({ status: 200, data: { terms_version } })
    expect(await save({ html, terms_version: '2027-01-01' })).toMatchObject({ status: 200 })
    await expectShown(shopPath).toMatchObject({ terms_version: '2027-01-01' })
    expect(await trail()).toMatchObject({ subject_id: 'terms-of-use/0', after: { terms_version: '2027-01-01' } })
  })

  test('the preview shows what the shop would serve, and what the law requires besides; it changes nothing', async () => {
    const preview = async (name: string, html: string) =>
      (await call('POST /admin/v1/content/preview', { name, html })).data as unknown as {
        html: string
        missing: { label: string }[]
      }
    const safe = await preview('faq', '<p onclick="x()">文</p>')
    expect(safe).toEqual({ html: '<p>文</p>', missing: [], wrong: [] })
    const law = await preview('defrayal', '<dl><dt>販売業者</dt><dd>椿野</dd></dl>')
    expect(law.missing.map(({ label }) => label)).toContain('運営責任者')
    expect(law.missing.map(({ label }) => label)).not.toContain('販売業者')
  })
})

describe('deliveries', () => {
  const first = async () => (await read('setting/deliveries')).items as never as (State & Delivery)[]
  type Delivery = { id: number; times: { id: number | null; delivery_time: string }[]; prefectures: object[] }

  test('fee, zones and prefectures; rows that orders refer to keep their ids', async () => {
    const [parcel] = await first()
    const { id, ...seen } = parcel!
    const times = [...seen.times.slice(1), seen.times[0]!, { id: null, delivery_time: '21時以降' }]
    const prefectures = [
      { pref_id: 2, fee: 880, cool_fee: null, extra_days: 1 },
      { pref_id: 4, fee: null, cool_fee: 660, extra_days: 0 },
    ]
    const same = { pref_id: 3, fee: null, cool_fee: null, extra_days: 0 }
    const answer = await call(`PUT /admin/v1/setting/deliveries/${id}`, {
      ...seen,
      times,
      prefectures: [...prefectures, same],
      flat_rate_delivery_fee: 700,
    })
    expect(answer).toMatchObject({ status: 200, data: { flat_rate_delivery_fee: 700, prefectures } })
    expect(await trail()).toMatchObject({ subject: 'delivery', before: { flat_rate_delivery_fee: 660 } })
    // A client from before クール代 leaves it out: it stays.
    const older = prefectures.map(({ cool_fee: _, ...one }) => one)
    const put = async (to: object) => call(`PUT /admin/v1/setting/deliveries/${id}`, { ...(await first())[0]!, ...to })
    const again = await put({ prefectures: older })
    expect(again).toMatchObject({ status: 200, data: { prefectures } })
    expect(await put({ times: [], mail_delivery_flag: true })).toMatchObject({
      status: 422,
      meta: { fields: [{ path: 'cool_fee' }] },
    })
    const now = (await first())[0]!
    expect(now.times.map((time) => time.delivery_time)).toEqual(times.map((time) => time.delivery_time))
    expect(now.times[0]!.id).toBe(seen.times[1]!.id)
    await expectShown(`/v1/delivery/detail/${id}`).toMatchObject({ flat_rate_delivery_fee: 700 })
    expect(await call(`PUT /admin/v1/setting/deliveries/${id}`, seen)).toMatchObject({ status: 409 })
  })

  test('a time that orders name ends with its words; renamed, it is a new one, which subscriptions follow', async () => {
    const [{ id, ...seen }] = (await first()) as [State & Delivery]
    const [gone, renamed] = seen.times
    const set = (table: string) =>
      database.pool.query(
        `update ${table} set delivery_time_id = case when id % 2 = 0 then $1 else $2 end::bigint
        where shop_id = 2 and delivery_id = ${id}`,
        [gone!.id, renamed!.id],
      )
    const [member] = await database.db.select().from(customer).where(eq(customer.shop_id, 2)).limit(1)
    for (let n = 0; n < 2; n++) {
      await insertOrderRow(database.db, member!, [{ product_sku_id: 101 }], { delivery_id: id })
      await insertSubscriptionRow(database.db, member!, { delivery_id: id })
    }
    await set('orders')
    await set('subscription')
    const times = [{ ...renamed!, delivery_time: '14時から16時' }, ...seen.times.slice(2)]
    expect(await call(`PUT /admin/v1/setting/deliveries/${id}`, { ...seen, times })).toMatchObject({ status: 200 })
    const now = (await first())[0]!.times
    expect(now.map((time) => time.delivery_time)).toEqual(times.map((time) => time.delivery_time))
    const named = async (table: string) => {
      const { rows } = await database.pool.query(`select distinct t.id, t.delivery_time from ${table} o
        join delivery_time t on t.shop_id = o.shop_id and t.id = o.delivery_time_id where o.shop_id = 2 order by 1`)
      return rows.map((row) => row.delivery_time).sort()
    }
    expect(await named('orders')).toEqual([gone!.delivery_time, renamed!.delivery_time].sort())
    expect(await named('subscription')).toEqual([gone!.delivery_time, '14時から16時'].sort())
    await expectShown(`/v1/delivery/${id}/time`).toMatchObject({
      items: times.map(({ delivery_time }) => ({ delivery_time })),
    })
    const { rows: running } = await database.pool.query(
      'select delivery_id as key, count(*)::int from subscription where shop_id = 2 and summary_status between 1 and 4 group by 1 order by 1',
    )
    expect((await read('setting/deliveries')).running_subscriptions).toEqual(running)
    // The same words once more are the same row.
    const { version } = (await first())[0]!
    const again = { ...seen, version, times: [...now, { id: null, delivery_time: gone!.delivery_time }] }
    expect(await call(`PUT /admin/v1/setting/deliveries/${id}`, again)).toMatchObject({ status: 200 })
    expect((await first())[0]!.times.at(-1)!.id).toBe(gone!.id)
  })

  test('one visible method for parcels must remain; a new one starts hidden or visible', async () => {
    const [{ id, ...seen }] = (await first()) as [State & Delivery]
    const hide = await call(`PUT /admin/v1/setting/deliveries/${id}`, { ...seen, visible: false })
    expect(fieldsOf(hide)).toEqual(['visible'])
    const { version: _, ...form } = seen
    const added = await call('POST /admin/v1/setting/deliveries', {
      ...form,
      version: '',
      delivery_name: '冷蔵便',
      times: [{ id: null, delivery_time: '午前中' }],
    })
    expect(added).toMatchObject({ status: 200, data: { delivery_name: '冷蔵便' } })
    expect(await trail()).toMatchObject({ subject_name: '冷蔵便', before: {} })
    expect((await first()).map((one) => one.delivery_name)).toContain('冷蔵便')
  })
})

test('payment methods: limits and fees in ascending order; the last visible one must remain', async () => {
  const all = (await read('setting/payments')).items as never as (State & { id: number; fees: object[] })[]
  const put = ({ id, ...seen }: (typeof all)[number], more: object) =>
    call(`PUT /admin/v1/setting/payments/${id}`, { ...seen, ...more })
  const cash = all.find((one) => one.payment_method_id === null)!
  const fees = [
    { from_amount: 0, fee: 300 },
    { from_amount: 10_000, fee: 0 },
  ]
  expect(fieldsOf(await put(cash, { fees: [...fees].reverse() }))).toEqual(['fees.1.from_amount'])
  expect(await put(cash, { fees })).toMatchObject({ status: 200, data: { fees } })
  const answers = []
  for (const one of (await read('setting/payments')).items as never as typeof all)
    answers.push(await put(one, { visible: false }))
  expect(answers.filter(({ status }) => status === 422).map(fieldsOf)).toEqual([['visible']])
})

test('ranks: order and discounts; a rank in use cannot be deleted', async () => {
  type Rank = { id: number | null; rank_name: string; discount_rate: number }
  const ranks = (await read('setting/ranks')).ranks as never as Rank[]
  const next = [...ranks, { id: null, rank_name: '満開', discount_rate: 8 }]
  expect(await change('setting/ranks', { ranks: next })).toMatchObject({ status: 200 })
  expect(((await read('setting/ranks')).ranks as never as Rank[]).map(({ rank_name }) => rank_name)).toEqual(
    next.map(({ rank_name }) => rank_name),
  )
  const over = await change('setting/ranks', { ranks: [{ ...ranks[0]!, discount_rate: 101 }] })
  expect(fieldsOf(over)).toEqual(['ranks.0.discount_rate'])
  await database.pool.query('update customer set customer_rank_id = $1 where shop_id = 2', [ranks[0]!.id])
  expect(await change('setting/ranks', { ranks: next.slice(1) })).toMatchObject({
    status: 409,
    meta: { error: 'ERROR_IN_USE' },
  })
  expect(await change('setting/ranks', { ranks: next.map((one) => ({ ...one, id: null })) })).toMatchObject({
    status: 409,
  })
})

describe('choices', () => {
  type Choice = { id: number | null; label: string }
  const itemsOf = async (name: string) => (await read(`setting/choices/${name}`)).items as never as Choice[]

  test('are added, removed and moved; the others keep their ids', async () => {
    const items = await itemsOf('cancel_reason')
    const moved = [...items.slice(1), { id: null, label: '引っ越す' }]
    expect(await change('setting/choices/cancel_reason', { items: moved })).toMatchObject({ status: 200 })
    const now = await itemsOf('cancel_reason')
    const id = Math.max(...items.map((one) => one.id!)) + 1
    expect(now.at(-1)).toEqual({ id, label: '引っ越す', is_ended: false, details: [], offers: [], promotion_id: null })
    expect(now.slice(0, -1)).toEqual(items.slice(1))
    await expectShown('/v1/setting/system/masterdata/target/detail/?name=cancel_reason').toMatchObject({
      items: now.map(({ label }) => ({ label })),
    })
  })

  test('without a 休止の理由 nothing is asked; a 解約の理由 that was chosen keeps its words, and its number is not given again', async () => {
    expect(await change('setting/choices/cancel_reason', { items: [] })).toMatchObject({ status: 422 })
    expect(await change('setting/choices/pause_reason', { items: [] })).toMatchObject({ status: 200 })
    expect(await itemsOf('pause_reason')).toEqual([])
    const [before] = await itemsOf('skip_reason')
    expect(await change('setting/choices/skip_reason', { items: [before] })).toMatchObject({ status: 200 })
    const items = await itemsOf('cancel_reason')
    const last = items.reduce((most, one) => (one.id! > most.id! ? one : most))
    const { db } = database
    const [found] = await db
      .select({ id: subscription.id })
      .from(subscription)
      .where(eq(subscription.shop_id, 2))
      .limit(1)
    const where = eq(subscription.id, found!.id)
    await db
      .update(subscription)
      .set({ ended_on: '2026-11-01', end_event: 'cancelled', end_reason_id: last.id })
      .where(where)
    const offers = ['pause', 'skip']
    const next = [...items.filter(({ id }) => id !== last.id), { id: null, label: '遠くへ行く', offers }]
    expect(await change('setting/choices/cancel_reason', { items: next })).toMatchObject({ status: 200 })
    expect((await itemsOf('cancel_reason')).at(-1)).toMatchObject({ id: last.id! + 1, label: '遠くへ行く', offers })
    const [ended] = await db
      .select({ label: master_data.label, is_ended: master_data.is_ended })
      .from(master_data)
      .where(and(eq(master_data.shop_id, 2), eq(master_data.name, 'cancel_reason'), eq(master_data.id, last.id!)))
    expect(ended).toEqual({ label: last.label, is_ended: true })
    await db.update(subscription).set({ ended_on: null, end_event: null, end_reason_id: null }).where(where)
  })

  test('what an older client does not name of a choice stays as it is', async () => {
    const [first, ...others] = await itemsOf('cancel_reason')
    const full = { ...first, details: ['多すぎる'], offers: ['skip'] }
    expect(await change('setting/choices/cancel_reason', { items: [full, ...others] })).toMatchObject({ status: 200 })
    const items = [full, ...others].map(({ id, label }) => ({ id, label }))
    expect(await change('setting/choices/cancel_reason', { items })).toMatchObject({
      status: 200,
      data: { items: [full, ...others] },
    })
  })

  test('a promotion beside a 解約の理由 is one that running contracts can have, and has to be chosen', async () => {
    const { db } = database
    const begun = new Date('2026-01-01T00:00:00Z')
    const made = async (trigger: 'code' | 'cancel_offer', status: 'active' | 'stopped') => {
      const [row] = await db
        .insert(promotion)
        .values({
          shop_id: 2,
          promotion_name: '続けて割',
          status,
          trigger,
          audience: 'once',
          starts_at: begun,
          effect: { kind: 'yen', yen: 300 },
          created_at: begun,
          updated_at: begun,
        })
        .returning({ id: promotion.id })
      return row!.id
    }
    const id = await made('cancel_offer', 'active')
    const [first, ...others] = await itemsOf('cancel_reason')
    const saving = (more: object) =>
      change('setting/choices/cancel_reason', { items: [{ ...first, offers: ['promotion'], ...more }, ...others] })
    const refused = { status: 422, meta: { fields: [{ path: 'items.0.promotion_id' }] } }
    for (const promotion_id of [null, await made('code', 'active'), await made('cancel_offer', 'stopped'), 999_999])
      expect(await saving({ promotion_id })).toMatchObject(refused)
    expect(await saving({ promotion_id: id })).toMatchObject({
      status: 200,
      data: { items: [{ promotion_id: id }, ...others] },
    })
    expect((await read('setting/choices/cancel_reason')).promotions).toEqual([{ id, promotion_name: '続けて割' }])
    // One that has ended stays where it is, until the offer is taken away.
    await db.update(promotion).set({ status: 'stopped' }).where(eq(promotion.id, id))
    expect(await saving({ promotion_id: id, details: ['高い'] })).toMatchObject({ status: 200 })
    expect(await saving({ offers: ['skip'] })).toMatchObject({
      status: 200,
      data: { items: [{ promotion_id: null }, ...others] },
    })
    expect(await saving({ promotion_id: id })).toMatchObject(refused)
  })

  test('choices that rules use cannot be removed', async () => {
    const refused = { status: 422, meta: { error: 'ERROR_FIXED' } }
    expect(await change('setting/choices/prefecture', {})).toMatchObject(refused)
    const known = await itemsOf('where_did_you_know')
    const without = known.filter(({ id }) => id !== 99)
    expect(await change('setting/choices/where_did_you_know', { items: without })).toMatchObject(refused)
    const notes = await itemsOf('delivery_note')
    expect(await change('setting/choices/delivery_note', { items: notes.slice(1) })).toMatchObject(refused)
    const renamed = notes.map((one, n) => (n === 0 ? { ...one, label: '玄関の前' } : one))
    expect(await change('setting/choices/delivery_note', { items: renamed })).toMatchObject({ status: 200 })
  })

  test('a choice that was chosen ends: it is offered no more, keeps its words, and its new name is a new choice', async () => {
    const list = 'where_did_you_know'
    const known = await itemsOf(list)
    const [first, second] = known
    const asked = [first!.id, second!.id]
    await database.pool.query('update customer set where_did_you_know = $1 where shop_id = 2 and id % 2 = 0', [
      asked[0],
    ])
    await database.pool.query('update customer set where_did_you_know = $1 where shop_id = 2 and id % 2 = 1', [
      asked[1],
    ])
    const items = [{ ...second!, label: '新しい言葉' }, ...known.slice(2)]
    expect(await change(`setting/choices/${list}`, { items })).toMatchObject({ status: 200 })
    const now = await itemsOf(list)
    expect(now.map(({ label }) => label)).toEqual(items.map(({ label }) => label))
    expect(asked).not.toContain(now[0]!.id)
    await expectShown(`/v1/setting/system/masterdata/target/detail/?name=${list}`).toMatchObject({
      items: now.map(({ label }) => ({ label })),
    })
    const words =
      'select label from master_data where shop_id = 2 and name = $1 and id = any($2) and is_ended order by id'
    const { rows } = await database.pool.query(words, [list, asked])
    expect(rows.map(({ label }) => label).sort()).toEqual([first!.label, second!.label].sort())
    const notes = await itemsOf('delivery_note')
    const ended = notes.map((one, n) => ({ ...one, is_ended: n === 1 }))
    expect(await change('setting/choices/delivery_note', { items: ended })).toMatchObject({ status: 200 })
    const shown = '/v1/setting/system/masterdata/target/detail/?name=delivery_note'
    await expectShown(shown).toMatchObject({ items: [{ sort_no: 1 }, { sort_no: 3 }, {}, {}, { sort_no: 6 }] })
    const free = notes.map((one, n) => ({ ...one, is_ended: n === 5 }))
    expect(await change('setting/choices/delivery_note', { items: free })).toMatchObject({ status: 422 })
  })
})
