import { contentNames } from '@kushi/contract/admin/content'
import { NEW_PRODUCT, NEW_SKU } from '@kushi/contract/admin/product'
import { testDatabase } from '@kushi/db/testing'
import { samplePostcode } from '@kushi/shop/catalogue/delivery/rules/sample-postcode'
import { findPromiseDisagreements, loadShopFacts } from '@kushi/shop/catalogue/promise/index'
import { checkStatedCharges } from '@kushi/shop/operation/configuration/check-charges'
import { testContext } from '@kushi/shop/testing/context'
import { insertEmptyShop } from '@kushi/shop/testing/empty-shop'
import { legalNoticeFields } from '@kushi/values/law-page'
import { prefectures } from '@kushi/values/prefecture'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
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
const session = (await signInAsDemo(server.deps, 'manager'))!

interface Asked {
  message: string
  fields?: { path: string; message: string }[]
}

/** The admin of one shop, by its API alone. */
function adminOf(shop_id: number) {
  return async <T>(key: string, body?: unknown): Promise<T> => {
    const [method, path] = key.split(' ') as [string, string]
    const res = await fetch(`${server.url}/admin/v1/${path}`, {
      method,
      headers: {
        'x-kushi-admin': '1',
        'x-shop-id': String(shop_id),
        'content-type': 'application/json',
        cookie: `kushi_operator=${session}`,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { data, meta } = (await res.json()) as { data: T; meta?: Asked }
    if (res.status !== 200) throw new Error(`${key}: ${res.status} ${meta?.message} ${JSON.stringify(meta?.fields)}`)
    return data
  }
}

const yen = fc.integer({ min: 1, max: 3_000 })
const wishes = fc.record({
  flat: yen,
  island: yen,
  prefecture_fees: fc.dictionary(fc.integer({ min: 1, max: 47 }).map(String), yen, { minKeys: 1, maxKeys: 8 }),
  extra_days: fc.integer({ min: 0, max: 5 }),
  free: fc.option(fc.integer({ min: 1_000, max: 30_000 })),
  cash: fc.tuple(yen, fc.integer({ min: 1_000, max: 9_000 }), yen),
  price: fc.integer({ min: 300, max: 9_000 }),
  arranged_before_days: fc.integer({ min: 5, max: 14 }),
  return_days: fc.option(fc.integer({ min: 1, max: 60 })),
  defect_days: fc.integer({ min: 1, max: 60 }),
  return_fee_by: fc.constantFrom('customer', 'shop'),
  withdrawal_by: fc.constantFrom('phone', 'mypage'),
  lump_sum_rule: fc.constantFrom('refunded', 'delivered', 'fee'),
  lump_sum_payment_num: fc.integer({ min: 2, max: 24 }),
  sale_limit: fc.integer({ min: 1, max: 9 }),
})
type Wish = typeof wishes extends fc.Arbitrary<infer W> ? W : never

const withoutDraftMarks = (html: string) => html.replace(/<p>【ひな形】.*?<\/p>/s, '').replace(/【[^】]*】/g, '')

async function openFromNothing(shop_id: number, wish: Wish): Promise<number[]> {
  const admin = adminOf(shop_id)
  const {
    logo_url: _,
    running_subscriptions: __,
    ...setting
  } = await admin<Record<string, unknown>>('GET setting/shop')
  const { arranged_before_days, return_days, defect_days, return_fee_by, withdrawal_by } = wish
  await admin('PUT setting/shop', {
    ...setting,
    arranged_before_days,
    return_days,
    defect_days,
    return_fee_by,
    withdrawal_by,
    shop_name: `店${shop_id}`,
    company_name: `株式会社 緑${shop_id}`,
    company_address: '東京都港区1-2-3',
    phone_number: '03-1234-5678',
    phone_hours: '平日10時〜17時',
    email: 'shop@midori.example',
    responsible_name: '緑 花子',
    delivery_free_amount: wish.free,
    corporate_words: '',
  })
  await admin('POST setting/deliveries', {
    delivery_name: '宅配便',
    flat_rate_delivery_fee: wish.flat,
    island_surcharge: wish.island,
    max_weight_g: null,
    visible: true,
    mail_delivery_flag: false,
    carrier_program: null,
    sort_no: 1,
    times: [{ id: null, delivery_time: '午前中' }],
    prefectures: Object.entries(wish.prefecture_fees).map(([id, fee]) => ({
      pref_id: Number(id),
      fee,
      extra_days: wish.extra_days,
    })),
    version: '',
  })
  const { items: payments } = await admin<{ items: { id: number; payment_method_id: number | null }[] }>(
    'GET setting/payments',
  )
  const { id, payment_method_id: ___, ...cash } = payments.find((one) => one.payment_method_id === null)!
  const [low, from_amount, high] = wish.cash
  await admin(`PUT setting/payments/${id}`, {
    ...cash,
    visible: true,
    fees: [
      { from_amount: 0, fee: low },
      { from_amount, fee: high },
    ],
  })
  const category = await admin<{ id: number }>('POST categories', { category_name: '石けん', slug: 'soap' })
  const products: number[] = []
  for (const [n, kind] of [
    { product_name: '石けん', sale_type: 1 },
    { product_name: '石けん定期', sale_type: 3 },
    {
      product_name: '石けん年払い',
      sale_type: 2,
      lump_sum_payment_flag: true,
      lump_sum_payment_num: wish.lump_sum_payment_num,
      lump_sum_rule: wish.lump_sum_rule,
      lump_sum_fee_rate: wish.lump_sum_rule === 'fee' ? 10 : 0,
    },
  ].entries()) {
    const sku = {
      ...NEW_SKU,
      product_code: `S${shop_id}-${n}`,
      price: wish.price,
      stock: 9,
      sale_limit: wish.sale_limit,
    }
    const made = await admin<{ id: number }>('POST products', {
      ...NEW_PRODUCT,
      ...kind,
      product_name_kana: 'せっけん',
      slug: `soap-${n}`,
      category_id: category.id,
      visible: true,
      skus: [sku],
    })
    products.push(made.id)
  }
  const law = await admin<Record<string, string>>('GET law-page')
  await admin('PUT law-page', Object.fromEntries([...legalNoticeFields, 'version'].map((name) => [name, law[name]])))
  for (const name of ['privacy', 'terms-of-use', 'accessibility']) {
    const { html } = await admin<{ html: string }>(`GET content-draft/${name}`)
    const { title, version } = await admin<{ title: string; version: string }>(`GET content/${name}/0`)
    const terms = name === 'terms-of-use' ? { terms_version: '2' } : {}
    await admin(`PUT content/${name}/0`, { title, version, html: withoutDraftMarks(html), ...terms })
  }
  await admin('POST opening/self-check')
  await admin('POST opening')
  return products
}

/** Rows of the tables of a page: each cell as text, a name that spans rows repeated. */
function tableRows(html: string): string[][] {
  let name = ''
  return [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].flatMap(([, row]) => {
    const cells = [...row!.matchAll(/<(td|th)[^>]*>(.*?)<\/\1>/gs)]
    if (cells.length === 0 || row!.includes('scope="col"')) return []
    if (cells[0]![1] === 'th') name = cells.shift()![2]!
    return [[name, ...cells.map(([, , text]) => text!)]]
  })
}

const inWords = (amount: number) => `${amount.toLocaleString('ja-JP')}円`
const yenIn = (text: string) => Number((/([0-9,]+)円/.exec(text) ?? ['', ''])[1].replaceAll(',', ''))

test.each(fc.sample(wishes, { numRuns: 3, seed: 1130 }))(
  'a shop opened by the API alone says what it charges, on every page: %j',
  { timeout: 60_000 },
  async (wish) => {
    const shop_id = await insertEmptyShop(async (text, ...values) => (await database.pool.query(text, values)).rows)
    // 年払い is paid before its deliveries, and so never by 代引.
    await database.pool.query(
      `insert into shop_payment (shop_id, payment_method_id, payment_name, description, max_amount, visible, sort_no)
       select $1, payment_method_id, payment_name, description, max_amount, true, 2 from shop_payment
       where shop_id = 2 and payment_method_id = 1`,
      [shop_id],
    )
    const admin = adminOf(shop_id)
    const products = await openFromNothing(shop_id, wish)
    const seen = async <T>(path: string): Promise<T> => {
      const res = await fetch(`${server.url}/v1/${path}`, { headers: { 'x-shop-id': String(shop_id) } })
      expect(res.status, path).toBe(200)
      return ((await res.json()) as { data: T }).data
    }
    await expect
      .poll(() =>
        seen('setting/shop/content/accessibility').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)

    // Every page: no block is left open, no mark of a draft, and no sentence that the settings deny.
    const ctx = testContext(database.db, { shop_id })
    const facts = await loadShopFacts(ctx)
    const pages = new Map<string, string>()
    for (const name of contentNames) {
      const { rows } = await database.pool.query('select 1 from shop_content where shop_id = $1 and name = $2', [
        shop_id,
        name,
      ])
      if (rows.length > 0) pages.set(name, (await seen<{ html: string }>(`setting/shop/content/${name}`)).html)
    }
    expect([...pages.keys()]).toEqual(['defrayal', 'privacy', 'terms-of-use', 'accessibility'])
    for (const [name, html] of pages) {
      expect(html, name).not.toMatch(/[{}【】]/)
      expect(findPromiseDisagreements(html, facts), name).toEqual([])
    }

    // The fees of the law's page and of the terms, prefecture by prefecture, as the quote charges them.
    const { skus } = await seen<{ skus: { id: number }[] }>(`product/detail/${products[0]}`)
    for (const page of ['defrayal', 'terms-of-use'] as const) {
      const rows = tableRows(pages.get(page)!)
      const fees = rows.filter(([name, place]) => name === '宅配便' && place !== '離島')
      const cash = rows.find(([name]) => name?.startsWith('代金引換'))
      expect([fees.length > 0, cash === undefined], page).toEqual([true, false])
      for (const [n, prefecture] of prefectures.entries()) {
        const query = `product_sku_ids=${skus[0]!.id}:1&payment_method_id=null&pref_id=${n + 1}&postal_code=${samplePostcode(n + 1, false)}`
        const { summary } = await seen<{ summary: { delivery_fee: number; payment_fee: number; subtotal: number } }>(
          `product/sku/list?${query}`,
        )
        const row = fees.find(([, place]) => place!.split('、').includes(prefecture)) ?? fees[0]!
        const isFree = wish.free !== null && summary.subtotal >= wish.free
        expect(isFree ? 0 : yenIn(row[2]!), `${page} ${prefecture}`).toBe(summary.delivery_fee)
        const [low, from_amount, high] = wish.cash
        const isLow = summary.subtotal + summary.delivery_fee < from_amount
        expect(summary.payment_fee).toBe(isLow ? low : high)
        expect(cash![2]).toMatch(isLow ? `未満で${inWords(low)}` : `それ以上で${inWords(high)}`)
      }
    }

    // Islands, thresholds, 定期便 and yearly: the shop buys from itself; and 今日 has nothing to mend.
    expect((await checkStatedCharges(ctx)).items).toEqual([])
    expect((await admin<{ promises: unknown[] }>('GET today')).promises).toEqual([])
    const { self_check } = await admin<{ self_check: { items: { subject: string; said: string; is_met: boolean }[] } }>(
      'GET opening',
    )
    expect(self_check.items.filter(({ is_met }) => !is_met)).toEqual([])

    // No block of a page, and no line of a confirmation, says of all contracts what another says of one kind.
    if (wish.lump_sum_rule !== 'refunded') {
      const ofAll = /解約料はかかりません|手配済みの1回を最後/
      const sentences = [...pages.values()].flatMap((html) => html.split(/[。<>]/)).filter((one) => ofAll.test(one))
      for (const one of sentences) expect(one).toContain('お支払いが1回ごとの定期便は')
      const words = self_check.items.filter(({ subject }) => subject.endsWith('(年払い)')).map(({ said }) => said)
      expect(words.some((one) => one.includes('解約'))).toBe(true)
      for (const one of words) expect(one).not.toMatch(/解約料はかかりません|ご請求もありません/)
    }

    // A sentence that is typed beside them, and is false, is seen.
    const faq = await admin<{ title: string; version: string }>('GET content/faq/0')
    await admin('PUT content/faq/0', { ...faq, html: '<p>送料は全国一律99,999円です。</p>' })
    expect((await admin<{ promises: unknown[] }>('GET today')).promises).toHaveLength(1)
  },
)
