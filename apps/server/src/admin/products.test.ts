import { randomUUID } from 'node:crypto'
import { NEW_PRODUCT, NEW_SKU, type ProductEdit } from '@kushi/contract/admin/product'
import { testDatabase } from '@kushi/db/testing'
import type { Role } from '@kushi/values/role'
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

const sessions = new Map<Role, string>()
async function call<T>(key: string, body?: unknown, role: Role = 'manager') {
  if (!sessions.has(role)) sessions.set(role, (await signInAsDemo(server.deps, role))!)
  const [method, path] = key.split(' ') as [string, string]
  const res = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      'x-kushi-admin': '1',
      'content-type': 'application/json',
      cookie: `kushi_operator=${sessions.get(role)}`,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  type Meta = { error: string; message: string; fields?: { path: string; message: string }[] }
  return { status: res.status, ...((await res.json()) as { data: T; meta: Meta }) }
}
const query = async <R>(text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows as R[]
const stockOf = async (id: number) =>
  (await query<{ stock: number }>('select stock from product_sku where id = $1', id))[0]!.stock

const sku = (more: object = {}) => ({
  ...NEW_SKU,
  product_code: `T-${randomUUID().slice(0, 8)}`,
  price: 1000,
  sale_limit: 10,
  weight_g: 100,
  ...more,
})
const product = (more: object = {}) => ({
  ...NEW_PRODUCT,
  product_name: '試しの櫛',
  product_name_kana: 'ためしのくし',
  slug: `t-${randomUUID().slice(0, 8)}`,
  category_id: 4,
  sale_type: 3,
  visible: true,
  how_to_use: ['とかす', ''],
  skus: [sku()],
  ...more,
})
const add = async (more: object = {}) => {
  const made = await call<{ id: number }>('POST /admin/v1/products', product(more))
  expect(made.status, JSON.stringify(made.meta)).toBe(200)
  return open(made.data.id)
}
const open = async (id: number) => (await call<ProductEdit>(`GET /admin/v1/products/${id}`)).data
/** As the form saves: without what it only reads, which may be another meanwhile. */
const save = ({ in_sets: _, ...edit }: ProductEdit, more: { skus?: object[]; [name: string]: unknown } = {}) => {
  const skus = (more.skus ?? edit.skus).map((one) => ({ ...one, revision: undefined, low_stock: undefined }))
  return call<{ version: number }>(`PUT /admin/v1/products/${edit.id}`, { ...edit, ...more, skus })
}
const paths = (answer: { meta?: { fields?: { path: string }[] } }) => answer.meta?.fields?.map(({ path }) => path)
type Page = { items: { id: number; stock_state: string; visible: boolean }[]; total: number; next: string | null }
const list = async (search = '') => (await call<Page>(`GET /admin/v1/products?${search}`)).data

describe('the list', () => {
  test.each([
    ['', 16],
    ['q=つげ', 1],
    ['q=ツゲ', 1],
    [`q=${encodeURIComponent('〜〜〜')}`, 0],
    ['q=kushi-unknown', 0],
    ['category=4', 2],
    ['sale_type=1&sale_type=2', 5],
    ['visible=false', 1],
    ['price_from=99999', 0],
    ['stock=out', 1],
    ['category=4&stock=low', 1],
  ])('%s', async (search, least) => {
    const { items, total } = await list(search)
    expect(items).toHaveLength(total)
    if (least === 0) expect(total).toBe(0)
    else expect(total).toBeGreaterThanOrEqual(least)
  })

  test.each(['sort_no', '-sort_no', 'product_name', '-id'])(
    'by %s shows every product once, page by page',
    async (sort) => {
      const seen: number[] = []
      let after = ''
      do {
        const page = await list(`sort=${sort}&per_page=5${after && `&after=${after}`}`)
        seen.push(...page.items.map(({ id }) => id))
        after = page.next ?? ''
      } while (after)
      expect(seen.length).toBe((await list()).total)
      expect(new Set(seen).size).toBe(seen.length)
    },
  )

  test('the texts of a product page are saved, shown to customers, and validated', async () => {
    const words = {
      purpose: '髪をとかすための櫛です。',
      suits: ['髪の長い方'],
      return_note: '櫛は返品できます。',
      feel: [{ name: '手', text: '丸い背です。' }],
      questions: [{ question: '洗えますか?', answer: '拭いてください。' }],
      story_html: '<p>木</p><script>1</script>',
      related: [7, 1],
    }
    const asked = [
      {
        options: [
          { option: 'ショート', days_percent: 140 },
          { option: 'ロング', days_percent: 70 },
        ],
        question: '髪の長さ',
      },
    ]
    const lasts = { lasting_days: 90, lasting_days_short: 60, lasting_days_long: 150 }
    const lasting = { lasting_basis: '1回3mL', lasting_questions: asked }
    const made = await add({ ...words, ...lasting, skus: [sku(lasts)] })
    expect(made).toMatchObject({ ...words, ...lasting, story_html: '<p>木</p>', skus: [lasts] })
    const { data } = await server.call('GET /v1/product/detail/{id}', { params: { id: made.id } })
    expect(data).toMatchObject({ purpose: words.purpose, questions: words.questions, skus: [{ lasting_days: 90 }] })
    expect(data).toMatchObject({ lasting_questions: asked })
    expect(JSON.stringify(data)).not.toContain('1回3mL')
    expect(data.related.map(({ id }) => id)).toEqual([7, 1])
    const refused = async (more: object) => {
      const answer = await call('POST /admin/v1/products', product(more))
      return [answer.status, ...(answer.meta.fields ?? []).map(({ path }) => path)]
    }
    expect(await refused({ related: [7, 7] })).toEqual([422, 'related'])
    expect(await refused({ related: [999] })).toEqual([422, 'related'])
    expect(await refused({ use_image_path: 'not-of-it' })).toEqual([422, 'use_image_path'])
    expect(await refused({ skus: [sku({ lasting_days: 45, lasting_days_short: 46 })] })).toEqual([
      422,
      'skus.0.lasting_days_short',
    ])
    expect(await refused({ skus: [sku({ lasting_days: 45, lasting_days_long: 44 })] })).toEqual([
      422,
      'skus.0.lasting_days_long',
    ])
    expect(await refused({ skus: [sku({ lasting_days_long: 44 })] })).toEqual([422, 'skus.0.lasting_days'])
    expect(await refused({ lasting_questions: [{ question: '', options: [] }] })).toEqual([
      422,
      'lasting_questions.0.options',
      'lasting_questions.0.question',
    ])
    expect(
      await refused({ lasting_questions: [{ question: 'a', options: [asked[0]!.options[0], asked[0]!.options[0]] }] }),
    ).toEqual([422, 'lasting_questions.0.options.1.option'])
    expect(await refused({ feel: [{ name: '', text: 'よい' }] })).toEqual([422, 'feel.0.name'])
  })

  test('the label shows the fields of its kind, keeps what a client leaves out, and a food is no second press', async () => {
    const label = { label_kind: 'cosmetic', label_maker: '株式会社 緑', label_cautions: '目に入らないように。' }
    const made = await add({ ...label, ingredients: '椿油 / 水', label_storage: '冷蔵' })
    expect(made).toMatchObject({ ...label, label_storage: '' })
    const shown = async () =>
      (await server.call('GET /v1/product/detail/{id}', { params: { id: made.id } })).data.product_label
    expect((await shown()).map(({ field, name, text }) => [field, name, text])).toEqual([
      ['label_kind', '区分', '化粧品'],
      ['ingredients', '全成分', '椿油\n水'],
      ['label_cautions', '使用上の注意', '目に入らないように。'],
      ['label_maker', '製造販売業者', '株式会社 緑'],
    ])
    const { label_kind: _, label_maker: __, label_cautions: ___, ...others } = made
    await save(others as ProductEdit, { catch_copy: '別の文' })
    expect(await open(made.id)).toMatchObject({ ...label, catch_copy: '別の文' })

    const reduced = (edit: ProductEdit) => ({ skus: edit.skus.map((one) => ({ ...one, tax_rate: 8 })) })
    const before = await open(made.id)
    expect((await save(before, reduced(before))).meta.error).toBe('ERROR_CLAIMS')
    expect((await save(before, { ...reduced(before), label_kind: 'food', label_name: '椿茶' })).status).toBe(200)
    expect(await open(made.id)).toMatchObject({ label_kind: 'food', label_name: '椿茶', label_cautions: '' })
  })

  test('a product is found by its code, and moves past its neighbour and back', async () => {
    const { id, skus } = await add()
    expect((await list(`q=${skus[0]!.product_code.slice(0, 8)}`)).items.map((one) => one.id)).toContain(id)
    const order = async () => (await list('per_page=100')).items.map((one) => one.id)
    const before = await order()
    await call(`POST /admin/v1/products/${id}/move`, { direction: 'up' })
    expect((await order()).indexOf(id)).toBe(before.indexOf(id) - 1)
    await call(`POST /admin/v1/products/${id}/move`, { direction: 'down' })
    expect(await order()).toEqual(before)
    // Two products with the same `sort_no` are separated by a move.
    await query('update product set sort_no = 500 where id = any($1)', [id, before.at(-2)])
    await call(`POST /admin/v1/products/${Math.max(id, before.at(-2)!)}/move`, { direction: 'up' })
    expect((await order()).at(-1)).toBe(Math.min(id, before.at(-2)!))
  })

  test('a product takes the place of another, down and up, and those between shift', async () => {
    for (let n = 0; n < 4; n++) await add()
    const order = async () => (await list('per_page=100')).items.map((one) => one.id)
    // Two products with the same `sort_no` in the middle of the list.
    const [, two, three] = (await order()).slice(-4) as [number, number, number, number]
    await query(
      'update product set sort_no = (select sort_no from product where shop_id = 2 and id = $1) where shop_id = 2 and id = $2',
      two,
      three,
    )
    const before = await order()
    const [a, b, c, d] = before.slice(-4) as [number, number, number, number]
    await call(`POST /admin/v1/products/${a}/move`, { onto: c })
    expect(await order()).toEqual([...before.slice(0, -4), b, c, a, d])
    await call(`POST /admin/v1/products/${d}/move`, { onto: b })
    expect(await order()).toEqual([...before.slice(0, -4), d, b, c, a])
    await call(`POST /admin/v1/products/${d}/move`, { onto: d })
    expect((await call(`POST /admin/v1/products/${d}/move`, { onto: 999_999 })).status).toBe(404)
    expect(await order()).toEqual([...before.slice(0, -4), d, b, c, a])
  })

  test('several are hidden and shown at once; a product with nothing on sale stays hidden', async () => {
    const [one, other] = [await add(), await add({ visible: false, skus: [sku({ visible: false })] })]
    const chosen = { ids: [one.id, other.id] }
    const hide = await call('POST /admin/v1/products/visibility', { chosen, visible: false })
    expect(hide.data).toEqual({ ids: [one.id], kept: 0, in_sets: 0 })
    const show = await call('POST /admin/v1/products/visibility', { chosen, visible: true })
    expect(show.data).toEqual({ ids: [one.id], kept: 1, in_sets: 0 })
    const filter = { q: one.skus[0]!.product_code }
    const all = await call('POST /admin/v1/products/visibility', { chosen: { filter }, visible: false })
    expect(all.data).toEqual({ ids: [one.id], kept: 0, in_sets: 0 })
  })

  test('what is hidden and still sold in a set is counted, until the set is hidden too', async () => {
    const part = await add()
    const parts = [{ product_sku_id: part.skus[0]!.id, pieces: 2 }]
    const set = await add({ sale_type: 1, skus: [sku({ parts, stock: 0 })] })
    const hide = (ids: number[]) => call('POST /admin/v1/products/visibility', { chosen: { ids }, visible: false })
    expect((await hide([part.id])).data).toEqual({ ids: [part.id], kept: 0, in_sets: 1 })
    await call('POST /admin/v1/products/visibility', { chosen: { ids: [part.id] }, visible: true })
    expect((await hide([part.id, set.id])).data).toEqual({ ids: [part.id, set.id], kept: 0, in_sets: 0 })
  })
})

describe('a product', () => {
  test('is added with its SKUs, visible in the shop at once, and audited', async () => {
    const place = { shelf: 'A-1', barcode: '4900000000000', temperature: 'chilled' }
    const made = await add({
      sku_parent_item_name1: '香り',
      skus: [sku({ set_item_name1: '柚子', stock: 3, place }), sku({ set_item_name1: '無香', price: 1200 })],
    })
    expect(made).toMatchObject({ version: 1, how_to_use: ['とかす'], skus: [{ stock: 3 }, { stock: 0, price: 1200 }] })
    const shown = await server.call('GET /v1/product/detail/{id}', { params: { id: made.id } })
    expect(shown.data.skus.map(({ set_item_name1 }) => set_item_name1)).toEqual(['柚子', '無香'])
    const trail = await query(
      `select * from audit_event where subject = 'product' and subject_id = $1`,
      String(made.id),
    )
    expect(trail).toHaveLength(1)
    expect(await query('select shelf, barcode, temperature from product_sku where id = $1', made.skus[0]!.id)).toEqual([
      place,
    ])
    expect(await query('select kind, quantity from stock_event where product_sku_id = $1', made.skus[0]!.id)).toEqual([
      { kind: 'receipt', quantity: 3 },
    ])
  })

  test.each<[string, object, string[]]>([
    ['a price with decimals', { skus: [sku({ price: 10.5 })] }, ['skus.0.price']],
    ['a price below zero', { skus: [sku({ price: -1 })] }, ['skus.0.price']],
    ['no price', { skus: [sku({ price: null })] }, ['skus.0.price']],
    ['a tax of 5', { skus: [sku({ tax_rate: 5 })] }, ['skus.0.tax_rate']],
    ['a limit of 100', { skus: [sku({ sale_limit: 100 })] }, ['skus.0.sale_limit']],
    ['no name and no kind', { product_name: ' ', skus: [] }, ['product_name', 'skus']],
    ['a slug in Japanese', { slug: '櫛' }, ['slug']],
    ['a slug of another product', { slug: 'camellia-oil' }, ['slug']],
    ['a category of another shop', { category_id: 11 }, ['category_id']],
    [
      'a yearly payment of what is bought once',
      { sale_type: 1, lump_sum_payment_flag: true },
      ['lump_sum_payment_flag'],
    ],
  ])('with %s is rejected beside the field, in Japanese', async (_, more, wrong) => {
    const refused = await call('POST /admin/v1/products', product(more))
    expect([refused.status, paths(refused)]).toEqual([422, wrong])
    for (const { message } of refused.meta.fields!) expect(message).toMatch(/[ぁ-ん]/)
  })

  test('メール便 and goods that are sent cooled refuse each other: form, set and 温度帯; a copy is as cold', async () => {
    const place = (temperature: string) => ({ shelf: '', barcode: '', temperature })
    const wrong = [422, ['skus.0.light_flag']]
    const answer = (got: Awaited<ReturnType<typeof call>>) => [got.status, paths(got)]
    const cooled = sku({ light_flag: true, place: place('frozen') })
    expect(answer(await call('POST /admin/v1/products', product({ skus: [cooled] })))).toEqual(wrong)
    const light = await add({ skus: [sku({ light_flag: true, place: place('normal') })] })
    const setPlace = (temperature: string) => call(`PUT /admin/v1/stock/${light.skus[0]!.id}/place`, place(temperature))
    expect(answer(await setPlace('chilled'))).toEqual([422, ['temperature']])
    await save(light, { skus: [{ ...light.skus[0], light_flag: false }] })
    expect((await setPlace('chilled')).status).toBe(200)
    const copy = await call<{ id: number }>(`POST /admin/v1/products/${light.id}/duplicate`)
    const temperatures = await query('select temperature from product_sku where product_id = $1', copy.data.id)
    expect(temperatures).toEqual([{ temperature: 'chilled' }])
    const now = await open(light.id)
    expect(answer(await save(now, { skus: [{ ...now.skus[0], light_flag: true }] }))).toEqual(wrong)
    const parts = [{ product_sku_id: light.skus[0]!.id, pieces: 2 }]
    const set = { sale_type: 1, skus: [sku({ parts, stock: 0, light_flag: true })] }
    expect(answer(await call('POST /admin/v1/products', product(set)))).toEqual(wrong)
    expect((await setPlace('normal')).status).toBe(200)
    expect((await call('POST /admin/v1/products', product(set))).status).toBe(200)
  })

  test('with a code of another product is rejected, naming that product', async () => {
    const { product_code } = (await open(1)).skus[0]!
    const refused = await call('POST /admin/v1/products', product({ skus: [sku({ product_code })] }))
    expect(refused.meta.fields).toMatchObject([
      { path: 'skus.0.product_code', message: expect.stringContaining('しずく') },
    ])
  })

  test('of another shop can neither be read nor changed', async () => {
    expect((await call('GET /admin/v1/products/51')).status).toBe(404)
    expect((await call('PUT /admin/v1/products/51', { ...product(), version: 1 })).status).toBe(404)
    expect((await call('GET /admin/v1/stock/501')).status).toBe(404)
  })

  test('a changed price shows in the shop at once; the revision changes only with the contents', async () => {
    const made = await add()
    const shown = async () =>
      (await server.call('GET /v1/product/detail/{id}', { params: { id: made.id } })).data.skus[0]!
    expect(await shown()).toMatchObject({ price: 1000, revision: 1 })
    await save(made, { skus: [{ ...made.skus[0], price: 1100 }] })
    // NOTIFY spreads the change to every server.
    await expect.poll(shown).toMatchObject({ price: 1100, revision: 1 })
    const again = await open(made.id)
    await save(again, { sku_parent_item_name1: '香り', skus: [{ ...again.skus[0], set_item_name1: '柚子' }] })
    await expect.poll(shown).toMatchObject({ set_item_name1: '柚子', revision: 2 })
    // As the screen's links send it, and as an operator types it.
    for (const asked of [
      'subject=product_sku&field=price',
      'subject=商品の種類&field=価格',
      'subject=商品&field=価格',
    ]) {
      const found = await call<{ items: object[] }>(`GET /admin/v1/audit?${asked}&subject_id=${made.skus[0]!.id}`)
      expect(found.data.items[0]).toMatchObject({
        operator_name: '椿 花',
        before: { price: 1000 },
        after: { price: 1100 },
      })
    }
    const other = await call<{ items: object[] }>(
      `GET /admin/v1/audit?subject=会員&field=価格&subject_id=${made.skus[0]!.id}`,
    )
    expect(other.data.items).toEqual([])
  })

  test('a client that knows no 数量割引 leaves it as it is', async () => {
    const made = await add()
    const steps = [{ from_pieces: 2, price: 900, subscription_price: null }]
    await save(made, { skus: [{ ...made.skus[0], quantity_prices: steps }] })
    const { quantity_prices, ...older } = (await open(made.id)).skus[0]!
    await save(await open(made.id), { skus: [older] })
    expect([quantity_prices, (await open(made.id)).skus[0]!.quantity_prices]).toEqual([steps, steps])
  })

  test('原価 from a day on is seen and entered by those who see figures, and copied with the product', async () => {
    const costs = [
      { cost_from: '2026-04-01', unit_cost: 300 },
      { cost_from: '2026-10-01', unit_cost: 320 },
    ]
    const made = await add({ skus: [sku({ costs })] })
    expect(made.skus[0]!.costs).toEqual(costs)
    const copy = await call<{ id: number }>(`POST /admin/v1/products/${made.id}/duplicate`)
    expect((await open(copy.data.id)).skus[0]!.costs).toEqual(costs)
    const twice = await save(made, { skus: [{ ...made.skus[0], costs: [costs[1], costs[0]] }] })
    expect([twice.status, paths(twice)]).toEqual([422, ['skus.0.costs.1.cost_from']])
    const { costs: _, ...older } = made.skus[0]!
    await save(made, { catch_copy: '前の画面から', skus: [older] })
    await save(await open(made.id), { skus: [{ ...made.skus[0], costs: costs.slice(1) }] })
    expect((await open(made.id)).skus[0]!.costs).toEqual(costs.slice(1))
    const [trail] = await query<{ before: object; after: object }>(
      `select before, after from audit_event where subject = 'product_sku' and subject_id = $1 order by id desc limit 1`,
      String(made.skus[0]!.id),
    )
    expect(trail).toEqual({ before: { costs }, after: { costs: costs.slice(1) } })
    const seen = await call<ProductEdit>(`GET /admin/v1/products/${made.id}`, undefined, 'support')
    expect(seen.data.skus[0]).not.toHaveProperty('costs')
  })

  test('a set is made of other kinds: its stock is that of the scarcest, in the shop and in the admin', async () => {
    const [oil, tea] = [await add({ sale_type: 1 }), await add({ sale_type: 1, visible: false })]
    const [oil_id, tea_id] = [oil.skus[0]!.id, tea.skus[0]!.id]
    await query('update product_sku set stock = 40 where id = $1', oil_id)
    await query('update product_sku set stock = 9 where id = $1', tea_id)
    const parts = [
      { product_sku_id: oil_id, pieces: 1 },
      { product_sku_id: tea_id, pieces: 2 },
    ]
    const made = await add({ sale_type: 1, product_name: '試しのセット', skus: [sku({ parts })] })
    expect(made.skus).toMatchObject([{ parts, stock: 4 }])
    const shown = async () =>
      (await server.call('GET /v1/product/detail/{id}', { params: { id: made.id } })).data.skus[0]!
    expect(await shown()).toMatchObject({
      is_out_stock: false,
      stock_left: 4,
      parts: [
        { name: '試しの櫛', pieces: 1 },
        { name: '試しの櫛', pieces: 2 },
      ],
    })
    expect((await list(`q=${made.skus[0]!.product_code}`)).items[0]!.stock_state).toBe('low')
    const set_id = made.skus[0]!.id
    expect((await call<{ stock: number }>(`GET /admin/v1/stock/${set_id}`)).data).toMatchObject({
      stock: 4,
      is_set: true,
    })
    expect((await open(tea.id)).in_sets).toEqual([{ product_id: made.id, name: '試しのセット' }])
    // Saved again, nothing changes; with other contents it is something else.
    await save(made)
    expect((await open(made.id)).skus[0]!.revision).toBe(1)
    await save(await open(made.id), { skus: [{ ...made.skus[0]!, parts: [{ ...parts[0]!, pieces: 3 }, parts[1]!] }] })
    expect((await open(made.id)).skus[0]).toMatchObject({ revision: 2, stock: 4 })
    // A part that is not on sale makes none.
    await save(await open(oil.id), { skus: [{ ...oil.skus[0]!, visible: false }], visible: false })
    expect(await shown()).toMatchObject({ is_out_stock: true })
    expect((await list(`q=${made.skus[0]!.product_code}`)).items[0]!.stock_state).toBe('out')
    const receipt = { quantity: 5, reason: '', idempotency_key: randomUUID() }
    const refused = await call(`POST /admin/v1/stock/${set_id}/receipt`, receipt)
    expect([refused.status, refused.meta.fields?.[0]?.message]).toEqual([
      422,
      'セットの在庫は、中身の在庫で決まります。中身の商品の在庫を変えてください。',
    ])
  })

  test('a set is refused where it can’t be one', async () => {
    const [oil, gift] = [await add({ sale_type: 1 }), await add({ sale_type: 1 })]
    const part = { product_sku_id: oil.skus[0]!.id, pieces: 1 }
    const set = await add({ sale_type: 1, skus: [sku({ parts: [part] })] })
    const inner = { product_sku_id: set.skus[0]!.id, pieces: 1 }
    const refused = async (answer: Promise<{ meta: { fields?: { path: string; message: string }[] } }>) =>
      (await answer).meta.fields?.map(({ path, message }) => `${path} ${message}`)
    const added = (more: object, of: object = {}) =>
      refused(call('POST /admin/v1/products', product({ sale_type: 1, skus: [sku(more)], ...of })))
    expect(await added({ parts: [part], stock: 3 })).toEqual([
      'skus.0.parts セットの在庫は、中身の在庫で決まります。在庫は0にしてください。',
    ])
    expect(await added({ parts: [part, part] })).toEqual([
      'skus.0.parts.1.product_sku_id 同じ商品は1行にまとめてください。',
    ])
    expect(await added({ parts: [inner] })).toEqual([
      'skus.0.parts.0.product_sku_id セットの中に、セットは入れられません。',
    ])
    expect(await added({ parts: [{ product_sku_id: 999_999, pieces: 1 }] })).toEqual([
      'skus.0.parts.0.product_sku_id 商品を選び直してください。',
    ])
    expect(await added({ parts: [{ ...part, pieces: 0 }] })).toEqual([
      'skus.0.parts.0.pieces 1点以上で入力してください。',
    ])
    // What is in a set can't become one, nor what has stock.
    const other = { product_sku_id: gift.skus[0]!.id, pieces: 1 }
    expect(await refused(save(oil, { skus: [{ ...oil.skus[0]!, parts: [other] }] }))).toEqual([
      expect.stringMatching(/^skus.0.parts 「試しの櫛」の中身のため、セットにできません。/),
    ])
    await query('update product_sku set stock = 2 where id = $1', gift.skus[0]!.id)
    expect(await refused(save(gift, { skus: [{ ...gift.skus[0]!, parts: [part] }] }))).toEqual([
      expect.stringMatching(/^skus.0.parts 在庫が2個あります。/),
    ])
    const { parts: _, ...unknowing } = set.skus[0]!
    await save(set, { sale_type: 3, skus: [{ ...unknowing, subscription_price: 900 }] })
    expect((await open(set.id)).skus[0]).toMatchObject({ parts: [part], subscription_price: 900 })
  })

  test('saved by two operators: the second is notified, and may overwrite the newest', async () => {
    const made = await add()
    const [first, second] = await Promise.all([
      save(made, { catch_copy: '一人目' }),
      save(made, { catch_copy: '二人目' }),
    ])
    expect([first.status, second.status].sort()).toEqual([200, 409])
    const late = await save(made, { catch_copy: '三人目' })
    expect(late.meta.error).toBe('ERROR_CHANGED_MEANWHILE')
    expect((await save(await open(made.id), { catch_copy: '三人目' })).status).toBe(200)
    expect(await open(made.id)).toMatchObject({ version: 3, catch_copy: '三人目' })
  })

  test('two SKUs swap their codes; a saved SKU is never deleted', async () => {
    const made = await add({
      sku_parent_item_name2: '内容量',
      skus: [sku({ set_item_name2: '30mL' }), sku({ set_item_name2: '60mL' })],
    })
    const [a, b] = [made.skus[0]!, made.skus[1]!]
    const swapped = [
      { ...a, product_code: b.product_code },
      { ...b, product_code: a.product_code },
    ]
    expect((await save(made, { skus: swapped })).status).toBe(200)
    expect((await open(made.id)).skus.map((one) => one.product_code)).toEqual([b.product_code, a.product_code])
    expect(paths(await save(await open(made.id), { skus: swapped.slice(1) }))).toEqual(['skus'])
  })

  test('is duplicated twice, hidden, with codes of its own and nothing in stock', async () => {
    const made = [await call<{ id: number }>('POST /admin/v1/products/1/duplicate')]
    made.push(await call<{ id: number }>('POST /admin/v1/products/1/duplicate'))
    const from = await open(1)
    for (const { data } of made) {
      const copy = await open(data.id)
      expect(copy).toMatchObject({ visible: false, description: from.description, pictures: from.pictures })
      expect(copy.skus.map(({ price }) => price)).toEqual(from.skus.map(({ price }) => price))
      expect(copy.skus.every(({ stock }) => stock === 0)).toBe(true)
    }
  })

  test('reports how many active subscriptions it concerns', async () => {
    const count = async () =>
      (
        await call<{ items: { product_sku_id: number; subscriptions: number }[] }>(
          'GET /admin/v1/products/1/subscriptions',
        )
      ).data.items.find(({ product_sku_id }) => product_sku_id === 101)?.subscriptions ?? 0
    const before = await count()
    const insert = (status: number) =>
      query<{ id: number }>(
        `insert into subscription (shop_id, customer_id, summary_status, delivery_id, name01, name02, kana01, kana02,
           postal_code01, postal_code02, pref_id, addr01, addr02, phone_number, subscription_division_id, param1,
           next_delivery_date, next_next_delivery_date, delivery_fee, cycle)
         select 2, min(id), $1, 1, '', '', '', '', '100', '0001', 13, '', '', '', 3, 30, '2026-12-20', '2027-01-19', 660, 2
         from customer where shop_id = 2 returning id`,
        status,
      )
    for (const status of [1, 5, 6])
      await query(
        `insert into subscription_order_item (shop_id, subscription_id, product_sku_id, quantity, following_price)
         values (2, $1, 101, 1, 2178)`,
        (await insert(status))[0]!.id,
      )
    expect(await count()).toBe(before + 2)
    const all = await call<{ subscriptions: number }>('POST /admin/v1/products/subscriptions', { chosen: { ids: [1] } })
    expect(all.data.subscriptions).toBeGreaterThanOrEqual(before + 2)
    const none = await call('POST /admin/v1/products/subscriptions', { chosen: { filter: { q: 'ない商品' } } })
    expect(none.data).toEqual({ subscriptions: 0 })
  })
})

describe('a category', () => {
  const body = { category_name: '香り', slug: 'scent' }

  test('is added once, renamed, and deleted while nothing is in it', async () => {
    const made = await call<{ id: number }>('POST /admin/v1/categories', body)
    expect(paths(await call('POST /admin/v1/categories', body))).toEqual(['slug'])
    const own = `/admin/v1/categories/${made.data.id}`
    const [other] = await query<{ slug: string }>('select slug from category where shop_id = 2 and id = 4')
    expect(paths(await call(`PUT ${own}`, { ...body, slug: other!.slug }))).toEqual(['slug'])
    expect((await call(`PUT ${own}`, { category_name: 'お香', slug: 'incense' })).status).toBe(200)
    const product = await add({ category_id: made.data.id })
    expect((await call(`DELETE ${own}`)).meta.error).toBe('ERROR_IN_USE')
    await save(product, { category_id: 4 })
    expect((await call(`DELETE ${own}`)).status).toBe(200)
    const trail = await query<{ before: object }>(
      `select before from audit_event where subject = 'category' and subject_id = $1 order by id`,
      String(made.data.id),
    )
    expect(trail.map(({ before }) => before)).toEqual([{}, body, { category_name: 'お香', slug: 'incense' }])
  })

  test('of another shop can neither be renamed nor deleted', async () => {
    expect((await call('PUT /admin/v1/categories/11', body)).status).toBe(404)
    expect((await call('DELETE /admin/v1/categories/11')).status).toBe(404)
  })
})

test('worries are saved with their order, completely or not at all', async () => {
  type Setting = { items: { slug: string; product_ids: number[] }[]; version: string }
  const at = '/admin/v1/setting/worries'
  const { items, version } = (await call<Setting>(`GET ${at}`)).data
  const change = (some: object[], of = version) => call<Setting>(`PUT ${at}`, { items: some, version: of })
  const one = { ...items[0]!, worry_name: '静電気', slug: 'static', product_ids: [7, 1] }
  expect(paths(await change([one, { ...one, worry_name: '別' }]))).toEqual(['items.1.slug'])
  // A product of another shop, and the same product twice.
  for (const product_ids of [[51], [1, 1]])
    expect(paths(await change([{ ...one, product_ids }]))).toEqual(['items.0.product_ids'])
  const saved = await change([one, ...items])
  expect(saved.data.items.map(({ slug, product_ids }) => [slug, product_ids])[0]).toEqual(['static', [7, 1]])
  expect((await change(items)).meta.error).toBe('ERROR_CHANGED_MEANWHILE')
  expect((await change(items, saved.data.version)).data.items).toEqual(items)
  const [{ n }] = (await query<{ n: number }>(
    `select count(*)::int as n from audit_event where shop_id = 2 and subject = 'worry'`,
  )) as [{ n: number }]
  expect(n).toBe(2)
})

describe('a preview', () => {
  const look = (id: number, preview?: string) =>
    server.call('GET /v1/product/detail/{id}', { params: { id }, ...(preview ? { query: { preview } } : {}) })
  const linkOf = async (id: number) => {
    const { url } = (await call<{ url: string }>(`POST /admin/v1/products/${id}/preview`)).data
    return new URL(url).searchParams.get('preview')!
  }

  test('shows a hidden product with all its SKUs to a visitor with the link, for a quarter of an hour', async () => {
    const hidden = await add({ visible: false, skus: [sku({ visible: false })] })
    expect((await look(hidden.id)).status).toBe(404)
    const link = await linkOf(hidden.id)
    const { data } = await look(hidden.id, link)
    expect([data.product_name, data.is_preview, data.skus.length]).toEqual(['試しの櫛', true, 1])
    expect((await look(1, link)).data.is_preview).toBe(false)
    for (const wrong of [link.replace(/.{4}$/, 'AAAA'), link.slice(0, -4), 'v1.abc.def', ''])
      expect((await look(hidden.id, wrong)).status, wrong).toBe(404)
    const other = await add({ visible: false })
    expect((await look(other.id, link)).status).toBe(404)
    const now = server.deps.clock.now
    server.deps.clock.now = () => new Date(now().getTime() + 15 * 60_000)
    try {
      expect((await look(hidden.id, link)).status).toBe(404)
    } finally {
      server.deps.clock.now = now
    }
  })

  test('is rejected without a session, and for another shop’s product', async () => {
    expect(
      (await fetch(`${server.url}/admin/v1/products/1/preview`, { method: 'POST', headers: { 'x-kushi-admin': '1' } }))
        .status,
    ).toBe(401)
    expect((await call('POST /admin/v1/products/51/preview')).status).toBe(404)
  })
})

describe('stock', () => {
  const receive = (id: number, quantity: number, key: string = randomUUID()) =>
    call<{ stock: number }>(
      `POST /admin/v1/stock/${id}/receipt`,
      { quantity, reason: '', idempotency_key: key },
      'shipping',
    )
  const correct = (id: number, quantity: number, reason = '棚卸し') =>
    call<{ stock: number }>(`POST /admin/v1/stock/${id}/correction`, {
      quantity,
      reason,
      idempotency_key: randomUUID(),
    })
  type Events = { items: { kind: string; quantity: number; stock: number; actor_name: string }[] }
  const history = async (id: number) => (await call<Events>(`GET /admin/v1/stock/${id}/events`)).data.items

  test('is received and corrected, with a history that names the operator', async () => {
    const id = (await add()).skus[0]!.id
    expect((await receive(id, 10)).data).toEqual({ stock: 10 })
    expect((await correct(id, -3)).data).toEqual({ stock: 7 })
    expect(await history(id)).toMatchObject([
      { kind: 'correction', quantity: -3, stock: 7, actor_name: '椿 花' },
      { kind: 'receipt', quantity: 10, stock: 10, actor_name: '石川 巧' },
    ])
    expect(paths(await correct(id, -8))).toEqual(['quantity'])
    expect(paths(await correct(id, 0, ''))).toEqual(['quantity', 'reason'])
    expect(paths(await receive(id, 0))).toEqual(['quantity'])
    expect(await stockOf(id)).toBe(7)
  })

  test('the same receipt sent again, even at once, counts once', async () => {
    const id = (await add()).skus[0]!.id
    const key = randomUUID()
    const answers = await Promise.all([receive(id, 5, key), receive(id, 5, key), receive(id, 5, key)])
    expect(answers.map(({ data }) => data)).toEqual([{ stock: 5 }, { stock: 5 }, { stock: 5 }])
    expect(await history(id)).toHaveLength(1)
  })

  test('low and zero stock are in the list, by the SKU’s own threshold', async () => {
    const { id, product_code } = (await add({ skus: [sku({ stock: 8 })] })).skus[0]!
    const state = async () =>
      (await call<{ items: { state: string }[] }>(`GET /admin/v1/stock?state=low&q=${product_code}`)).data.items.length
    expect(await state()).toBe(0)
    expect((await call(`PUT /admin/v1/stock/${id}/low-stock`, { low_stock: 8 })).status).toBe(200)
    expect(await state()).toBe(1)
  })

  test('two operators, a saved product and six buyers at once lose nothing', async () => {
    const made = await add({ skus: [sku({ stock: 20 })] })
    const id = made.skus[0]!.id
    const buy = async () => {
      const { rowCount } = await database.pool.query(
        'update product_sku set stock = stock - 1 where shop_id = 2 and id = $1 and stock >= 1',
        [id],
      )
      return rowCount ?? 0
    }
    const inTurn = async <T>(times: number, work: () => Promise<T>) => {
      const done: T[] = []
      for (let n = 0; n < times; n++) done.push(await work())
      return done
    }
    const [received, corrected, saved, ...sold] = await Promise.all([
      inTurn(10, () => receive(id, 4)),
      inTurn(10, () => correct(id, 1)),
      save(made, { skus: [{ ...made.skus[0], price: 1500, stock: 999 }] }),
      ...Array.from({ length: 6 }, () => inTurn(10, buy)),
    ])
    expect([...received, ...corrected, saved].every(({ status }) => status === 200)).toBe(true)
    const taken = sold.flat().reduce((sum, n) => sum + n, 0)
    expect(await stockOf(id)).toBe(20 + 10 * 5 - taken)
    const events = await history(id)
    expect(events.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(20 + 10 * 5)
  })
})
