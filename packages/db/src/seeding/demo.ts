import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { demoArticles, demoLandingPage, homeBlocks, wholesaleBlocks } from '../../seed/demo/story.ts'
import { customerRanks, demoCompany, searchSynonyms, shopTerms } from '../../seed/demo/terms.ts'
import { demoVoices } from '../../seed/demo/voices.ts'
import { demoWorries } from '../../seed/demo/worries.ts'
import { masterdata } from '../../seed/reference/masterdata.ts'
import type { Tx } from '../connect.ts'
import { cart_abandonment_setting } from '../schema/abandonment.ts'
import { delivery } from '../schema/delivery.ts'
import { shipping_insert, shipping_setting, shop_carrier } from '../schema/fulfilment.ts'
import { landing_page } from '../schema/landing-page.ts'
import { customer_rank, shop, shop_content } from '../schema/shop.ts'
import { article, home_block } from '../schema/story.ts'
import { voice } from '../schema/voice.ts'
import { product_worry, worry } from '../schema/worry.ts'
import { addDemoCatalogue, DEMO_OPENED_AT } from './demo/catalogue.ts'
import { addDemoDelivery } from './demo/delivery.ts'
import { addDemoMembers } from './demo/members.ts'
import { addMasterDataLists, addStorefrontClient } from './shop-parts.ts'

const { email: _, ...company } = demoCompany

/** 椿野, a consumer shop that replaces the empty shop, and its wholesale counter for salons and shops (卸). */
async function addShops(tx: Tx): Promise<void> {
  const consumer = {
    ...company,
    shop_name: '椿野',
    email: 'shop@example.com',
    search_synonyms: searchSynonyms,
    delivery_free_amount: shopTerms[2].delivery_free_amount,
    customer_rank_use_flag: true,
    customer_rank_operation_start_date: '2025-01-01',
    // So that the demo's members can begin a first 定期便 again and again.
    first_price_audience: 'everybody' as const,
    // Its visitors share members and have no mailbox but the sandbox's.
    device_check_flag: false,
    opened_at: DEMO_OPENED_AT,
  }
  const wholesale = {
    ...company,
    id: 3,
    shop_name: '椿野 卸',
    email: 'wholesale@example.com',
    corporate_flag: true,
    delivery_free_amount: shopTerms[3].delivery_free_amount,
  }
  await tx.update(shop).set(consumer).where(eq(shop.id, 2))
  await tx.insert(shop).overridingSystemValue().values(wholesale)
  await addStorefrontClient(tx, 3)
  await addMasterDataLists(tx, 3, masterdata)
  await tx.insert(cart_abandonment_setting).values({ shop_id: 2, cart_abandoned_flag: true })
  const ranks = customerRanks.map(({ id, ...rank }) => ({
    id,
    shop_id: 2,
    ...rank,
    sort_no: id,
  }))
  await tx.insert(customer_rank).overridingSystemValue().values(ranks)
}

const sender = {
  sender_name: '椿野 発送係',
  postal_code: '1000101',
  address1: '東京都大島町元町字椿野0-0',
  address2: '',
  phone_number: '0120000000',
  item_name: '化粧品',
  pickup_time: '16:00',
}
const accounts = [
  { carrier: 'yamato', customer_code: '0120000000', freight_no: '01' },
  { carrier: 'sagawa', customer_code: '012000000000' },
  { carrier: 'japan_post', customer_code: '' },
] as const

const inserts = [
  { insert_name: 'ごあいさつ状', shelf: 'Z-1', delivery_no: 1 },
  { insert_name: 'お手入れの手引き', shelf: 'Z-2', delivery_no: 2 },
  { insert_name: '椿だより', shelf: 'Z-3', delivery_no: null },
  { insert_name: '贈り物のしおり', shelf: 'Z-4', delivery_no: null, is_gift: true },
]

/** ヤマト for the consumer shop's two methods, 佐川 for the cartons of the wholesale counter; and the parcel inserts. */
async function addShipping(tx: Tx): Promise<void> {
  for (const [shop_id, id, carrier_program] of [
    [2, 1, 'b2cloud'],
    [2, 2, 'b2cloud'],
    [3, 3, 'ehiden3'],
  ] as const)
    await tx
      .update(delivery)
      .set({ carrier_program })
      .where(and(eq(delivery.shop_id, shop_id), eq(delivery.id, id)))
  const shops = [2, 3]
  await tx.insert(shipping_setting).values(shops.map((shop_id) => ({ ...sender, shop_id })))
  await tx
    .insert(shop_carrier)
    .values(shops.flatMap((shop_id) => accounts.map((account) => ({ ...account, shop_id, received_after_days: 7 }))))
  await tx.insert(shipping_insert).values(inserts.map((row, n) => ({ ...row, shop_id: 2, adcd: '', sort_no: n + 1 })))
}

const contentFolder = join(import.meta.dirname, '../../seed/demo/contents')

/** `contents/<shop_id>/<name>.html`, or `<name>.<layout code>.html` for one layout; the title is the page's own h1. */
async function addContents(tx: Tx): Promise<void> {
  for (const id of await readdir(contentFolder)) {
    const files = (await readdir(join(contentFolder, id))).filter((file) => file.endsWith('.html')).sort()
    const rows = await Promise.all(files.map(async (file) => contentRow(Number(id), join(contentFolder, id, file))))
    if (rows.length > 0) await tx.insert(shop_content).values(rows)
  }
}

async function contentRow(shop_id: number, path: string) {
  const [name = '', layout] = basename(path, '.html').split('.')
  const html = await readFile(path, 'utf8')
  const title =
    /<h1[^>]*>(.*?)<\/h1>/s
      .exec(html)?.[1]
      ?.replace(/<[^>]*>/g, '')
      .trim() ?? ''
  return { shop_id, name, layout_code: Number(layout ?? 0), title, html }
}

const DAY_MS = 86_400_000

const daysBefore = (now: number, days: number) => new Date(now - days * DAY_MS).toISOString().slice(0, 10)

/** The home pages of both shops, the articles and voices of the first. */
async function addStory(tx: Tx): Promise<void> {
  for (const [shop_id, blocks] of [[2, homeBlocks] as const, [3, wholesaleBlocks] as const])
    await tx
      .insert(home_block)
      .values(blocks.map((content, n) => ({ ...content, content, visible: true, shop_id, sort_no: n + 1 })))
  await tx.insert(landing_page).values({
    ...demoLandingPage,
    shop_id: 2,
    visible: true,
    successor: '/products/detail/1',
    cart_type: 1,
    intervals: ['1:1', '1:2'],
    blocks: demoLandingPage.blocks.map((block) => ({ ...block, visible: true })),
  })
  const now = Date.now()
  await tx.insert(article).values(
    demoArticles.map(({ days_ago, ...row }) => ({
      ...row,
      shop_id: 2,
      visible: true,
      published_on: daysBefore(now, days_ago),
    })),
  )
  await tx.insert(voice).values(
    demoVoices.map(({ days_ago, ...row }, n) => ({
      ...row,
      shop_id: 2,
      origin: 'demo' as const,
      consented_on: null,
      consent_note: '',
      visible: true,
      received_on: daysBefore(now, days_ago),
      sort_no: n + 1,
    })),
  )
}

/** Replaces the empty shop by 椿野, and adds its wholesale counter, with goods, texts and members. */
export async function fillDemo(tx: Tx): Promise<void> {
  await addShops(tx)
  await addDemoDelivery(tx)
  await addShipping(tx)
  await addDemoCatalogue(tx)
  await addContents(tx)
  await addStory(tx)
  await addWorries(tx)
  await addDemoMembers(tx)
}

/** 悩み of the consumer shop, with the products for each. */
async function addWorries(tx: Tx): Promise<void> {
  for (const [n, { products, ...row }] of demoWorries.entries()) {
    const [made] = await tx
      .insert(worry)
      .values({ ...row, shop_id: 2, sort_no: n + 1 })
      .returning({ id: worry.id })
    await tx
      .insert(product_worry)
      .values(products.map((product_id, at) => ({ shop_id: 2, worry_id: made!.id, product_id, sort_no: at + 1 })))
  }
}
