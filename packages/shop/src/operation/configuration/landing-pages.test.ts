import { landing_day } from '@kushi/db/schema/report'
import { testDatabase } from '@kushi/db/testing'
import { emptyBlock } from '@kushi/values/block/kinds'
import { afterAll, expect, test } from 'vitest'
import { showLandingPage } from '../../catalogue/promise/show-text.ts'
import { testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import {
  addLandingPage,
  changeLandingPage,
  deleteLandingPage,
  getAdminLandingPage,
  listLandingPages,
  previewLandingPage,
} from './admin/landing-pages.ts'

const { db, close } = await testDatabase()
afterAll(close)
const ctx = await operatorContext(db, 'manager')
const at = (moment: string) => ({
  ...testContext(db),
  clock: { now: () => new Date(moment), today: () => moment.slice(0, 10) },
})

const form = { ...emptyBlock('form'), title: 'お申し込み', visible: true }
const page = {
  slug: 'oil',
  title: '椿油',
  visible: true,
  opens_at: '2026-11-01T00:00:00+09:00',
  closes_at: '2026-12-01T00:00:00+09:00',
  successor: '',
  cart_type: 0 as const,
  items: [{ product_sku_id: 101, quantity: 1 }],
  intervals: [],
  adcd: 'lp',
  thanks: 'ありがとうございます。',
  blocks: [{ ...emptyBlock('story'), title: '隠した話', visible: false }, form],
}
const { id } = await addLandingPage(ctx, page)

test('it opens and closes at its own moments; hidden blocks stay away', async () => {
  const seen = (moment: string) => showLandingPage(at(moment), { slug: 'oil' })
  await expect(seen('2026-10-31T14:59:00Z')).rejects.toMatchObject({ status: 404 })
  expect(await seen('2026-10-31T15:00:00Z')).toMatchObject({ leads_to: null, blocks: [{ kind: 'form' }], adcd: 'lp' })
  expect(await seen('2026-11-30T15:00:00Z')).toMatchObject({ leads_to: '/products', blocks: [] })
})

test('a closed page leads to the first open one, and home where they lead in a circle', async () => {
  const next = { ...page, closes_at: null, opens_at: null }
  await addLandingPage(ctx, { ...page, slug: 'b', successor: '/lp/c' })
  const c = await addLandingPage(ctx, { ...next, slug: 'c', successor: '/lp/b' })
  const later = at('2027-01-01T00:00:00Z')
  expect((await showLandingPage(later, { slug: 'b' })).leads_to).toBe('/lp/c')
  const { version } = await getAdminLandingPage(ctx, { id: c.id })
  await changeLandingPage(ctx, { ...next, slug: 'c', successor: '/lp/b', closes_at: page.closes_at, id: c.id, version })
  expect((await showLandingPage(later, { slug: 'b' })).leads_to).toBe('/')
})

test('its preview shows it whenever, and no other page', async () => {
  const { url } = await previewLandingPage(ctx, { id })
  const preview = new URL(url).searchParams.get('preview')!
  expect(await showLandingPage(ctx, { slug: 'oil', preview })).toMatchObject({ is_preview: true, leads_to: null })
  await expect(showLandingPage(ctx, { slug: 'none', preview })).rejects.toMatchObject({ status: 404 })
  expect(await showLandingPage(at('2027-01-01T00:00:00Z'), { slug: 'b', preview })).toMatchObject({ is_preview: false })
})

test.each([
  ['an address that is taken', { slug: 'oil' }, 'slug'],
  ['goods of no shop', { items: [{ product_sku_id: 999_999, quantity: 1 }] }, 'items.0.product_sku_id'],
  ['more than a purchase may have', { items: [{ product_sku_id: 115, quantity: 11 }] }, 'items.0.quantity'],
  [
    'a picture that is not there',
    { blocks: [{ ...emptyBlock('hero'), image_path: 'none', visible: true }, form] },
    'blocks.0.image_path',
  ],
])('%s is refused beside its field', async (_, change, path) => {
  await expect(addLandingPage(ctx, { ...page, slug: 'new', ...change })).rejects.toMatchObject({
    status: 422,
    fields: [{ path }],
  })
})

test('the list has the visits of adverts; a deleted page is gone', async () => {
  const day = ctx.clock.today()
  await db.insert(landing_day).values({ shop_id: ctx.shop_id, day, landing_path: '/sh/lp/oil', adcd: 'x', visits: 3 })
  expect((await listLandingPages(ctx, {})).items.find(({ slug }) => slug === 'oil')).toMatchObject({ visits: 3 })
  await deleteLandingPage(ctx, { id })
  await expect(showLandingPage(at('2026-11-10T00:00:00Z'), { slug: 'oil' })).rejects.toMatchObject({ status: 404 })
})
