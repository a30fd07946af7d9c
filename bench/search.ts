/**
 * Measures the product search in a large catalogue, on a separate database:
 *
 *     node bench/search.ts 10000
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '@kushi/db/connect'
import { startEmbedded } from '@kushi/db/embedded'
import { setUp } from '@kushi/db/setup'
import { listProducts } from '@kushi/shop/catalogue/product/list-products'
import { testContext } from '@kushi/shop/testing/context'

const count = Number(process.argv[2] ?? 10_000)
const ROUNDS = 9

const searches = {
  'nothing typed': '',
  'a word in every name': '手作り',
  'a word that the shop knows others for': 'ヘアオイル',
  'three words': '手作り 椿 100ml',
  'ten words in romaji': 'tsubaki oil kushi abura shampoo kami hada yuzu hakka momen',
  'one letter wrong': 'シャンブー',
  'long and nowhere': 'あいうえおかきくけこさしすせそたちつてと',
}

const dataDir = await mkdtemp(join(tmpdir(), 'kushi-bench-'))
const postgres = await startEmbedded({ dataDir })
const database = openDatabase(postgres.url)
try {
  await setUp(postgres.url, { demo: true })
  await fill(database)
  const ctx = testContext(database.db, {
    settings: { ...testContext(database.db).settings, rate_limit_factor: 0 },
  })
  for (const [name, keyword] of Object.entries(searches)) {
    const took: number[] = []
    let total = 0
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now()
      total = (await listProducts(ctx, { keyword, page: 1, per_page: 20, sort: 'recommended' })).total
      took.push(performance.now() - began)
    }
    took.sort((a, b) => a - b)
    console.log(
      `${name}: ${total} found, median ${took[ROUNDS >> 1]!.toFixed(0)} ms, slowest ${took.at(-1)!.toFixed(0)} ms`,
    )
  }
} finally {
  await database.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit()

async function fill({ pool }: Database): Promise<void> {
  await pool.query(`insert into product (shop_id, category_id, product_name, product_name_kana, slug, sale_type, visible, catch_copy,
      description, how_to_use, ingredients, sort_no)
    select 2, (select min(id) + n % 4 from category where shop_id = 2), '手作りのツゲ櫛 ' || md5(n::text), 'てづくりのつげぐし' || n,
      'bench-' || n, 3, true, '椿の油で髪をやさしく整える、毎日のお手入れに。' || n, '', '[]', '', n + 1000
    from generate_series(1, ${count}) n`)
  await pool.query(`insert into product_sku (shop_id, product_id, product_code, price, tax_rate, stock, sale_limit, sort_no, visible,
      set_item_name1, set_item_name2)
    select 2, p.id, 'B' || p.id || '-' || n, 1000 + p.id % 50, 10, 50, 9, n, true, (array['柚子', '薄荷'])[n], '100mL'
    from product p, generate_series(1, 2) n where p.slug like 'bench-%'`)
  await pool.query('vacuum analyze')
}
