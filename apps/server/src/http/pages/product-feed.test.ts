import { request } from 'node:http'
import { testDatabase } from '@kushi/db/testing'
import { afterAll, expect, test } from 'vitest'
import { environment, startServer } from '../../testing/server.ts'

const database = await testDatabase()
const { pool } = database
const unreachable = { url: 'http://127.0.0.1:9', smtpPort: 9 }
const server = await startServer({
  ...environment(database.url, unreachable),
  SHOP_HOSTS: 'wholesale.example=3',
})
afterAll(async () => {
  await server.stop()
  await database.close()
})

const get = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${server.url}/feeds/google.xml`, { method, headers })
/** `fetch` does not allow setting the Host header. */
const statusAt = (host: string) =>
  new Promise((resolve, reject) => {
    const asked = request(`${server.url}/feeds/google.xml`, { headers: { host } }, (res) => {
      res.resume()
      resolve(res.statusCode)
    })
    asked.on('error', reject).end()
  })
const items = async () => {
  const text = await (await get()).text()
  return [...text.matchAll(/<item>([\s\S]*?)<\/item>/g)].map(([, item]) => item!)
}
const field = (item: string, name: string) => new RegExp(`<g:${name}>([\\s\\S]*?)</g:${name}>`).exec(item)?.[1]
const itemOf = async (code: string) => (await items()).find((item) => field(item, 'id') === code)

/** Fields without which Google rejects an item, and the form of each. */
const required: Record<string, RegExp> = {
  id: /^[\w.-]{1,50}$/,
  title: /^.{1,150}$/,
  description: /^[\s\S]{1,5000}$/,
  link: /^http:\/\/shop\.example\/sh\/products\/detail\/\d+(\?sku=[\w.-]+)?$/,
  image_link: /^http:\/\/shop\.example\/.+-960\.webp$/,
  availability: /^(in_stock|out_of_stock)$/,
  price: /^[1-9]\d* JPY$/,
  shipping: /<g:country>JP<\/g:country>[\s\S]*<g:price>\d+ JPY<\/g:price>/,
  brand: /^.{1,70}$/,
  condition: /^new$/,
  product_type: /^.{1,750}$/,
}

test('every SKU that is sold once has the fields that Google requires, from the catalogue', async () => {
  const answer = await get()
  expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(await answer.text()).toMatch(
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<rss version="2\.0" xmlns:g="http:\/\/base\.google\.com\/ns\/1\.0">[\s\S]*<\/rss>\n$/,
  )
  const found = await items()
  const faults = found.flatMap((item) =>
    Object.entries(required).flatMap(([name, looks]) =>
      looks.test(field(item, name) ?? '') ? [] : [`${field(item, 'id')}: ${name} ${field(item, name)}`],
    ),
  )
  expect(faults).toEqual([])
  const { rows } = await pool.query(`
    select s.product_code from product_sku s join product p on p.shop_id = s.shop_id and p.id = s.product_id
    where s.shop_id = 2 and s.visible and p.visible and p.sale_type <> 2 order by 1`)
  expect(found.map((item) => field(item, 'id')).sort()).toEqual(rows.map((row) => row.product_code))
  expect(found.some((item) => /subscription_cost/.test(item))).toBe(false)
})

test('is cached with an ETag, and rebuilt when the catalogue changes', async () => {
  const first = await get()
  const etag = first.headers.get('etag')!
  const before = await first.text()
  expect((await get({ 'if-none-match': etag })).status).toBe(304)
  expect((await get({}, 'HEAD')).headers.get('etag')).toBe(etag)
  const plain = await get({ 'accept-encoding': 'identity' })
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, before])

  const { rows } = await pool.query(`select product_code, id from product_sku where shop_id = 2 and id = 101`)
  const code = rows[0].product_code
  expect(field((await itemOf(code))!, 'availability')).toBe('in_stock')
  await pool.query('update product_sku set stock = 0 where shop_id = 2 and id = 101')
  await expect.poll(async () => field((await itemOf(code))!, 'availability')).toBe('out_of_stock')
  expect((await get({ 'if-none-match': etag })).status).toBe(200)
  await pool.query('update product_sku set visible = false where shop_id = 2 and id = 101')
  await expect.poll(() => itemOf(code)).toBeUndefined()
})

test('states fees by prefecture, and none for goods with free delivery', async () => {
  await pool.query(
    'update delivery_prefecture_fee set fee = 1980 where shop_id = 2 and delivery_id = 1 and pref_id = 47',
  )
  const regions = async () => (await items()).filter((item) => /<g:region>47<[\s\S]*?<g:price>1980 JPY</.test(item))
  await expect.poll(async () => (await regions()).length).toBeGreaterThan(0)
  expect((await items()).filter((item) => /<g:price>0 JPY<\/g:price>[\s\S]*<g:region>/.test(item))).toEqual([])
})

test('a description says what its blocks say', async () => {
  const { rows } = await pool.query('select description from product where shop_id = 2 and id = 1')
  await pool.query(`update product set description = '椿の油。{返品の期限}。' where shop_id = 2 and id = 1`)
  const said = async () => field((await itemOf('TN-OIL-N060'))!, 'description')
  await expect.poll(said).toMatch(/^椿の油。商品が届いてから\d+日以内。$/)
  await pool.query('update product set description = $1 where shop_id = 2 and id = 1', [rows[0].description])
})

test('a wholesale shop has none, and neither has one that is not open', async () => {
  expect(await statusAt('wholesale.example')).toBe(404)
  expect(await statusAt('shop.example')).toBe(200)
  await pool.query('update shop set opened_at = null where id = 2')
  await expect.poll(async () => (await get()).status).toBe(404)
  await pool.query('update shop set opened_at = now() where id = 2')
  await expect.poll(async () => (await get()).status).toBe(200)
})

test('ends at twenty thousand SKUs', { timeout: 30_000 }, async () => {
  await pool.query(`
    with many as (
      insert into product (shop_id, category_id, product_name, product_name_kana, slug, sale_type, catch_copy, description, how_to_use, ingredients, sort_no)
      select 2, 1, '品', 'しな', 'many-' || n, 1, '', '品', '[]', '', 1000 + n from generate_series(1, 4001) n returning id
    ), seen as (insert into product_image (shop_id, product_id, sort_no, path, alt) select 2, id, 1, 'hero-1', '' from many)
    insert into product_sku (shop_id, product_id, product_code, sku_parent_item_name1, set_item_name1, price, tax_rate, stock, sale_limit, sort_no)
    select 2, id, id || '-' || n, '番号', n::text, 1000, 10, 5, 9, n from many, generate_series(1, 5) n`)
  await pool.query('analyze product, product_sku, product_image')
  await expect.poll(async () => (await items()).length).toBe(20_000)
})
