import type { ImportReport } from '@kushi/contract/admin/csv'
import { testDatabase } from '@kushi/db/testing'
import type { Role } from '@kushi/values/role'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
async function send(key: string, body: object | Uint8Array<ArrayBuffer>, role: Role = 'manager') {
  if (!sessions.has(role)) sessions.set(role, (await signInAsDemo(server.deps, role))!)
  const [method, path] = key.split(' ') as [string, string]
  const headers = { 'x-kushi-admin': '1', cookie: `kushi_operator=${sessions.get(role)}` }
  return fetch(`${server.url}${path}`, {
    method,
    headers,
    body: body instanceof Uint8Array ? body : JSON.stringify(body),
  })
}
type Kind = 'products' | 'stock' | 'customers'
type Encoding = 'utf-8' | 'shift_jis'
const take = async (kind: Kind, filter: object = {}, encoding: Encoding = 'utf-8') =>
  new Uint8Array(await (await send(`POST /admin/v1/${kind}/export`, { filter, encoding })).arrayBuffer())
async function give(kind: Kind, file: Uint8Array<ArrayBuffer>, call: 'import/run' | 'import/check' = 'import/run') {
  const res = await send(`POST /admin/v1/${kind}/${call}`, file)
  const answer = (await res.json()) as { data: ImportReport; meta: { fields?: { message: string }[] } }
  return { status: res.status, ...answer }
}
const textOf = (file: Uint8Array, encoding: Encoding = 'utf-8') => new TextDecoder(encoding).decode(file)
const fileOf = (text: string) => new TextEncoder().encode(text)
const rows = async <R>(text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows as R[]
const tables: Record<Kind, string[]> = {
  products: ['product', 'product_sku'],
  stock: ['product_sku', 'stock_event'],
  customers: ['customer', 'customer_address'],
}
const state = (kind: Kind) =>
  Promise.all(tables[kind].map((name) => rows(`select * from ${name} order by shop_id, id`)))
const kinds: Kind[] = ['products', 'stock', 'customers']
const encodings: Encoding[] = ['utf-8', 'shift_jis']

beforeAll(async () => {
  // Values that spreadsheets and Shift_JIS would change.
  await rows(
    `update product set product_name = '=HYPERLINK("x")', catch_copy = E'−5℃〜𠮷野の"椿",\n2行目 &#12354;' where shop_id = 2 and id = 2`,
  )
  await rows(`update product_sku set product_code = '-1E5' where shop_id = 2 and product_id = 3`).catch(() => undefined)
  await rows(
    `update customer set name01 = '@髙', company_name = '''=1', addr02 = '０−１〜２🌸' where shop_id = 2 and email = 'taro@example.com'`,
  )
})

describe.each(kinds)('%s', (kind) => {
  test.each(encodings)('in %s: taken out and in again, nothing changes', async (encoding) => {
    const before = await state(kind)
    const file = await take(kind, {}, encoding)
    const { status, data } = await give(kind, file)
    expect([status, data.faults]).toEqual([200, []])
    expect(data.rows).toBeGreaterThan(3)
    expect(data).toMatchObject({ added: 0, changed: 0, unchanged: data.rows, is_done: true })
    expect(await state(kind)).toEqual(before)
  })

  test('no cell begins a formula, and a BOM marks UTF-8 for Excel', async () => {
    const file = await take(kind)
    expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const text = textOf(file)
    expect(text).toContain('\r\n')
    for (const cell of text.split(/,|\r\n/)) expect(cell.replace(/^"/, '')).not.toMatch(/^[=+@\t]/)
  })

  test('another kind of file is rejected with a message', async () => {
    for (const [file, words] of [
      [fileOf(''), /空/],
      [fileOf('色,形\r\n赤,丸'), /「色」という列はありません/],
      [fileOf('商品名,商品名'), /2つあります|という列はありません/],
      [new Uint8Array([0xff, 0xfe, 0x31, 0x00, 0x80, 0xff]), /文字コード/],
      [fileOf('商品コード,メールアドレス\r\n"a'), /行目|という列/],
    ] as const) {
      const { status, meta } = await give(kind, file, 'import/check')
      expect([status, meta.fields?.[0]?.message]).toEqual([422, expect.stringMatching(words)])
    }
  })

  test('the audit log records every export and import', async () => {
    await give(kind, await take(kind, { q: 'x' }))
    const found = await rows<{ subject: string; after: object; operator_name: string }>(
      `select subject, after, operator_name from audit_event order by id desc limit 2`,
    )
    expect(found).toMatchObject([
      { subject: 'import_file', operator_name: '椿 花', after: { changed: 0 } },
      { subject: 'export_file', operator_name: '椿 花', after: { filter: { q: '＊＊(1文字)' } } },
    ])
  })
})

test('a set is made by the codes of its parts, and taken out as it was given', async () => {
  const [{ product_code }] = (await rows<{ product_code: string }>(
    'select product_code from product_sku where id = 101',
  )) as [{ product_code: string }]
  const head = '商品名,商品名(かな),URL用の名前,カテゴリ,販売種別,商品コード,価格,セットの中身'
  const file = (parts: string) => fileOf(`${head}\r\n試しのセット,ためしのせっと,csv-set,oil,1,CSV-SET,4000,${parts}`)
  for (const [parts, words] of [
    [`${product_code}`, /「OIL-30:1 SOAP:2」の形/],
    ['NO-SUCH:1', /商品コード NO-SUCH はありません/],
  ] as const) {
    const { data } = await give('products', file(parts))
    expect(data.faults.map(({ head, message }) => `${head} ${message}`)).toEqual([expect.stringMatching(words)])
  }
  const { data } = await give('products', file(`${product_code}:2 `))
  expect([data.added, data.faults]).toEqual([1, []])
  expect(await rows(`select parts from product_sku where product_code = 'CSV-SET'`)).toEqual([
    { parts: [{ product_sku_id: 101, pieces: 2 }] },
  ])
  expect(textOf(await take('products', { q: '試しのセット' }))).toContain(`,${product_code}:2,`)
})

test('メール便 is refused of goods that are sent cooled, at its row and column', async () => {
  await rows(`update product_sku set temperature = 'chilled', light_flag = false where id = 133`)
  const [{ product_code }] = (await rows<{ product_code: string }>(
    'select product_code from product_sku where id = 133',
  )) as [{ product_code: string }]
  const { data } = await give('products', fileOf(`商品コード,メール便\r\n${product_code},1`))
  await rows(`update product_sku set temperature = 'normal' where id = 133`)
  expect(data.faults).toMatchObject([{ row: 2, head: 'メール便', message: expect.stringContaining('冷蔵の商品は') }])
})

test('any text of a product survives both ways, in both encodings', async () => {
  const character = fc.oneof(
    fc.constantFrom("'", '=', '-', '"', ',', '\n', '&#', '〜', '～', '−', '𠮷', '櫛', '①', '①', 'ｱ'),
    fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme' }),
  )
  const text = fc.array(character, { maxLength: 12 }).map((all) => all.join('').replace(/\p{C}/gu, '') || '櫛')
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom(...encodings), async (name, encoding) => {
      await rows('update product set catch_copy = $1 where shop_id = 2 and id = 5', name)
      const { data } = await give(
        'products',
        await take('products', { category: [], q: 'かんざし' }, encoding),
        'import/check',
      )
      expect([data.changed, data.faults]).toEqual([0, []])
    }),
    { numRuns: 12 },
  )
})

describe('an export', () => {
  test('contains exactly what the list shows, in its order', async () => {
    const filter = { category: ['4'], sort: '-product_name' }
    const list = (await (
      await fetch(`${server.url}/admin/v1/products?category=4&sort=-product_name`, {
        headers: { cookie: `kushi_operator=${sessions.get('manager')}` },
      })
    ).json()) as { data: { items: { id: number }[] } }
    const lines = textOf(await take('products', filter))
      .trim()
      .split('\r\n')
      .slice(1)
    const ids = [...new Set(lines.map((line) => Number(line.split(',')[0])).filter(Boolean))]
    expect(ids).toEqual(list.data.items.map(({ id }) => id))
  })

  test('of members requires a fresh second factor and the permission', async () => {
    const body = { filter: {}, encoding: 'utf-8' }
    const session = async () =>
      rows(`update operator_session set confirmed_at = now() - interval '11 minutes' where ended_at is null`)
    await send('POST /admin/v1/customers/export', body)
    await session()
    const res = await send('POST /admin/v1/customers/export', body)
    expect([res.status, ((await res.json()) as { meta: { error: string } }).meta.error]).toEqual([
      403,
      'ERROR_CONFIRM_AGAIN',
    ])
    await rows(`update operator_session set confirmed_at = now() where ended_at is null`)
    expect((await send('POST /admin/v1/customers/export', body, 'viewer')).status).toBe(403)
    expect((await send('POST /admin/v1/customers/export', body, 'support')).status).toBe(403)
    expect((await send('POST /admin/v1/customers/export', body, 'accounting')).status).toBe(200)
  })

  test('contains nothing of another shop', async () => {
    expect(textOf(await take('customers'))).not.toContain('salon@example.com')
  })
})

describe('products', () => {
  const head =
    '商品番号,商品名,商品名(かな),URL用の名前,カテゴリ,販売種別,公開,商品コード,規格1の名前,規格1,価格,税率\r\n'
  const one = async <R>(text: string, ...values: unknown[]) => (await rows<R>(text, ...values))[0]

  test('a new product with two SKUs, then a changed price by its code only', async () => {
    const file = fileOf(
      `${head},新しい櫛,あたらしいくし,new-comb,kushi,3,1,NC-1,色,黒,"1,980",10\r\n,新しい櫛,あたらしいくし,new-comb,kushi,3,1,NC-2,色,白,２２００,10\r\n`,
    )
    const slug = (await one<{ slug: string }>('select slug from category where shop_id = 2 order by id limit 1'))!.slug
    const right = fileOf(textOf(file).replaceAll(',kushi,', `,${slug},`))
    const check = await give('products', right, 'import/check')
    expect([check.data.faults, check.data.added, check.data.is_done]).toEqual([[], 2, false])
    expect(await one(`select id from product where slug = 'new-comb'`)).toBeUndefined()
    expect((await give('products', right)).data).toMatchObject({ added: 2, is_done: true })
    expect(
      await rows(`select price, set_item_name1 from product_sku where product_code like 'NC-%' order by product_code`),
    ).toEqual([
      { price: 1980, set_item_name1: '黒' },
      { price: 2200, set_item_name1: '白' },
    ])
    expect((await give('products', right)).data).toMatchObject({ added: 0, changed: 0, unchanged: 2 })
    const dated = await give('products', fileOf('商品コード,規格1\r\nNC-2,1月2日\r\n'), 'import/check')
    expect(dated.data.warnings).toMatchObject([{ head: '規格1', message: expect.stringContaining('表計算ソフト') }])
    const priced = await give('products', fileOf('商品コード,価格\r\nNC-2,2100\r\n'))
    expect(priced.data.changes).toMatchObject([
      { row: 2, is_new: false, fields: [{ head: '価格', before: '2200', after: '2100' }] },
    ])
    expect(await one(`select price, set_item_name1 from product_sku where product_code = 'NC-2'`)).toEqual({
      price: 2100,
      set_item_name1: '白',
    })
    const lasting = await give('products', fileOf('商品コード,使い切る目安(日)\r\nNC-2,90\r\n'))
    expect(lasting.data.changes).toMatchObject([{ fields: [{ head: '使い切る目安(日)', before: '', after: '90' }] }])
    const costing = await give('products', fileOf('商品コード,原価(税抜)\r\nNC-2,2026-4-1:700 ２０２６/10/01:720\r\n'))
    expect(costing.data.is_done).toBe(true)
    expect(
      (await give('products', fileOf('商品コード,原価(税抜)\r\nNC-2,2026-10-01:700\r\n'))).data.changes,
    ).toMatchObject([
      { fields: [{ head: '原価(税抜)', before: '2026-04-01:700 2026-10-01:720', after: '2026-10-01:700' }] },
    ])
    for (const wrong of ['700', '2026-02-30:700', '2026-10-01:720 2026-04-01:700'])
      expect((await give('products', fileOf(`商品コード,原価(税抜)\r\nNC-2,${wrong}\r\n`))).data.faults).toMatchObject([
        { row: 2, head: '原価(税抜)' },
      ])
    const [trail] = await rows(
      `select operator_name, before, after from audit_event where subject = 'product_sku' and before ? 'price' and subject_name like '%NC-2' order by id desc limit 1`,
    )
    expect(trail).toMatchObject({ before: { price: 2200 }, after: { price: 2100 } })
  })

  test('商品の表示 by the name of its kind; another name is refused with those that exist', async () => {
    const code = (await one<{ product_code: string }>('select product_code from product_sku where id = 133'))!
      .product_code
    const file = (kind: string) =>
      fileOf(`商品コード,表示の種類,表示の名称,製造者\r\n${code},${kind},焙じた椿の葉,株式会社 緑\r\n`)
    expect((await give('products', file('飲み物'))).data.faults).toMatchObject([
      { head: '表示の種類', message: 'なし、化粧品、医薬部外品、食品、雑貨のどれかを入力してください。' },
    ])
    expect((await give('products', file('食品'))).data).toMatchObject({ changed: 1, faults: [] })
    const label = 'select label_kind, label_name, label_maker from product where id = 15'
    expect(await one(label)).toEqual({ label_kind: 'food', label_name: '焙じた椿の葉', label_maker: '株式会社 緑' })
  })

  test('one invalid row, and nothing of the file is imported', async () => {
    const before = await state('products')
    const codes = (
      await rows<{ product_code: string }>(
        'select product_code from product_sku where shop_id = 2 and product_id in (1, 4) order by id',
      )
    ).map((row) => row.product_code)
    const { data } = await give(
      'products',
      fileOf(
        `商品コード,価格,税率,メール便,商品番号\r\n${codes[0]},9,,,\r\n${codes[1]},5,,はい,\r\nNO-CODE,5,,,999999\r\n${codes[0]},9,,,\r\n`,
      ),
    )
    expect(data.is_done).toBe(false)
    expect(data.faults).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ row: 3, head: 'メール便', message: '1か0で入力してください。' }),
        expect.objectContaining({ row: 4, head: '商品番号' }),
        expect.objectContaining({ row: 5, head: '商品コード' }),
      ]),
    )
    expect(await state('products')).toEqual(before)
  })

  test('a row with more or fewer cells than the heads is refused with both counts', async () => {
    const before = await state('products')
    const heads = '商品コード,価格,定期 初回,定期 2回目から'
    const rows = ['TN-OIL-N030,2,640,1900,1800', 'TN-OIL-N100,5280', 'TN-SHP-B300,2860,,,,,,']
    const { data } = await give('products', fileOf([heads, ...rows].join('\r\n')))
    expect(data.faults.map(({ row, message }) => [row, message])).toMatchObject([
      [2, expect.stringContaining('見出しは4列ですが、この行には5列あります。')],
      [3, expect.stringContaining('見出しは4列ですが、この行には2列しかありません。')],
    ])
    expect(data.is_done).toBe(false)
    expect(await state('products')).toEqual(before)
  })

  test('two rows with different data of one product are invalid', async () => {
    const codes = (
      await rows<{ product_code: string }>(
        'select product_code from product_sku where shop_id = 2 and product_id = 1 order by id',
      )
    ).map((row) => row.product_code)
    const { data } = await give('products', fileOf(`商品コード,商品名\r\n${codes[0]},一\r\n${codes[1]},二\r\n`))
    expect(data.faults).toMatchObject([{ row: 3, head: '商品名' }])
  })
})

describe('stock', () => {
  const head = '商品コード,出力したときの在庫,在庫\r\n'
  const stockOf = async (code: string) =>
    (await rows<{ stock: number }>('select stock from product_sku where shop_id = 2 and product_code = $1', code))[0]!
      .stock

  test('changes by the difference, so that sales meanwhile stay, and counts once', async () => {
    const [{ product_code, stock }] = (await rows<{ product_code: string; stock: number }>(
      'select product_code, stock from product_sku where shop_id = 2 and stock > 20 order by id limit 1',
    )) as [{ product_code: string; stock: number }]
    const file = fileOf(`${head}${product_code},${stock},${stock + 10}\r\n`)
    await rows('update product_sku set stock = stock - 3 where shop_id = 2 and product_code = $1', product_code)
    expect((await give('stock', file, 'import/check')).data).toMatchObject({ changed: 1, is_done: false })
    expect(await stockOf(product_code)).toBe(stock - 3)
    expect((await give('stock', file)).data).toMatchObject({ changed: 1, is_done: true })
    expect(await stockOf(product_code)).toBe(stock + 7)
    expect((await give('stock', file)).data).toMatchObject({ changed: 0, is_done: true })
    expect(await stockOf(product_code)).toBe(stock + 7)
    const [event] = await rows(`select kind, quantity, reason from stock_event order by id desc limit 1`)
    expect(event).toEqual({ kind: 'correction', quantity: 10, reason: '在庫のCSVの取り込み' })
  })

  test.each([
    ['an unknown code', 'NO-CODE,1,2', '商品コード'],
    ['less than nothing', 'CODE,1000000,0', '在庫'],
    ['no number', 'CODE,1,たくさん', '在庫'],
  ])('%s is at fault in its row', async (_, line, at) => {
    const [{ product_code }] = (await rows<{ product_code: string }>(
      'select product_code from product_sku where shop_id = 2 order by id desc limit 1',
    )) as [{ product_code: string }]
    const { data } = await give(
      'stock',
      fileOf(`${head}${line.replace('CODE', line.startsWith('NO') ? 'CODE' : product_code)}\r\n`),
    )
    expect(data.faults).toMatchObject([{ row: 2, head: at }])
    expect(data.is_done).toBe(false)
  })
})

describe('members', () => {
  const head = 'メールアドレス,姓,名,せい,めい,郵便番号,都道府県,市区町村,番地,電話番号,生年月日,メールでのお知らせ\r\n'
  const line = (mail: string, more = '090-1234-5678,1984/5/12,1') =>
    `${mail},新井,花,あらい,はな,248-0006,神奈川県,鎌倉市小町,1-1,${more}\r\n`

  test('a new member has an address, a consent and no password, and gets no mail', async () => {
    const mails = async () => (await rows<{ n: string }>('select count(*) as n from outbox'))[0]!.n
    const before = await mails()
    const { data } = await give('customers', fileOf(head + line('arai@example.com')))
    expect([data.faults, data.added]).toEqual([[], 1])
    const [row] =
      await rows(`select c.phone_number, c.birthday::text, c.password_hash, c.mail_magazine_flag, a.is_default, e.is_given
      from customer c join customer_address a on a.shop_id = c.shop_id and a.customer_id = c.id
      join consent_event e on e.shop_id = c.shop_id and e.customer_id = c.id where c.email = 'arai@example.com'`)
    expect(row).toEqual({
      phone_number: '09012345678',
      birthday: '1984-05-12',
      password_hash: null,
      mail_magazine_flag: true,
      is_default: true,
      is_given: true,
    })
    expect(await mails()).toBe(before)
    expect(
      (await give('customers', fileOf(head + line('arai@example.com', '090-1234-5679,1984/5/12,1')))).data,
    ).toMatchObject({ added: 0, changed: 1 })
    const [trail] = await rows<{ after: { fields: string[] } }>(
      `select after from audit_event where subject = 'customer' order by id desc limit 1`,
    )
    expect(trail!.after.fields).toEqual(['phone_number'])
    expect(JSON.stringify(trail)).not.toContain('0901234')
  })

  test.each([
    ['a phone without its zero', line('x@example.com', '9012345678,1984/5/12,1'), '電話番号'],
    ['a birthday to come', line('x@example.com', '09012345678,2999/1/1,1'), '生年月日'],
    ['no e-mail', line('nobody'), 'メールアドレス'],
  ])('%s is at fault in its row', async (_, text, at) => {
    const { data } = await give('customers', fileOf(head + text))
    expect(data.faults).toMatchObject([{ row: 2, head: at }])
    expect(await rows(`select from customer where email = 'x@example.com'`)).toEqual([])
  })

  test('an import does not change a member’s e-mail', async () => {
    const [{ id }] = (await rows<{ id: number }>(`select id from customer where email = 'taro@example.com'`)) as [
      { id: number },
    ]
    const { data } = await give('customers', fileOf(`会員番号,メールアドレス\r\n${id},stolen@example.com\r\n`))
    expect(data.faults).toMatchObject([{ row: 2, head: 'メールアドレス' }])
  })
})
