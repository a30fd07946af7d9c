import type { AdminContract } from '@kushi/contract/admin/contract'
import type { InputOf } from '@kushi/contract/endpoint'
import type { OrderDraft } from '@kushi/contract/order'
import { emptyBlock } from '@kushi/values/block/kinds'
import type { Move } from '../move.ts'
import type { Random } from '../random.ts'
import type { Player, World } from '../world.ts'
import { promotionOf } from './office.ts'
import { patternOf, pay, soldGoods, wantedBy } from './shopping.ts'

type Draft = InputOf<typeof OrderDraft>

/** The promotion that a page names: one that runs, or a new one; mostly one that fits how the page sells. */
async function promotionOfPage(world: World, random: Random, cart_type: 0 | 1): Promise<number | null> {
  const all = await world.rows<{ id: string }>(
    `select id from promotion where shop_id = 2 and status = 'active' and trigger = 'landing_page' order by id`,
  )
  if (random.chance(0.3)) return null
  if (all.length > 0 && random.chance(0.3)) return Number(random.pick(all).id)
  const plan = promotionOf(world, random)
  const from_cycle = random.chance(0.8) ? 1 : plan.from_cycle
  const fits = {
    cart_type: random.chance(0.8) ? cart_type : null,
    from_cycle,
    to_cycle: cart_type === 0 ? 1 : plan.to_cycle,
  }
  const body = { ...plan, ...fits, trigger: 'landing_page' as const }
  const made = await world.admin('manager', 'POST /admin/v1/promotions', { body })
  if (made.status !== 200) return null
  await world.admin('manager', 'POST /admin/v1/promotions/{id}/start', { params: { id: made.data.id } })
  return made.data.id
}

/** 申し込みページ that an operator makes, of goods as they are sold; now and then of goods that are not. */
async function pageOf(world: World, random: Random) {
  const goods = (await soldGoods(world)).filter(({ is_yearly }) => !is_yearly)
  const cart_type = random.pick([0, 1] as const)
  const fits = goods.filter(({ sale_type }) => (cart_type === 1 ? sale_type !== 1 : sale_type !== 2))
  if (fits.length === 0) return null
  const chosen = [...new Set([random.pick(fits), random.pick(fits)])].slice(0, random.between(1, 2))
  return {
    slug: `p${random.below(100_000)}`,
    title: '検証のページ',
    visible: true,
    opens_at: null,
    closes_at: null,
    successor: '',
    cart_type,
    items: chosen.map(({ id }) => ({ product_sku_id: Number(id), quantity: random.between(1, 2) })),
    intervals: cart_type === 1 ? (['1:1', '1:2', '3:30'] as const).slice(0, random.between(1, 3)) : [],
    payment_method_ids: random.chance(0.3) ? [1 as const, null] : [],
    promotion_id: await promotionOfPage(world, random, cart_type),
    adcd: '',
    thanks: '',
    blocks: [{ ...emptyBlock('form'), title: 'お申し込み', visible: true }],
  } satisfies InputOf<AdminContract['POST /admin/v1/landing-pages']['body']>
}

interface OpenPage {
  slug: string
  cart_type: 0 | 1
  items: { product_sku_id: number; quantity: number }[]
  intervals: string[]
  payment_method_ids: Draft['payment_method_id'][]
  promotion_id: string | null
}

/** An interval of the page, on some day. */
function patternOfPage(intervals: readonly string[], random: Random): Draft['delivery_pattern'] {
  const offered = Array.from({ length: 40 }, () => patternOf(random)).filter((pattern) =>
    intervals.includes(`${pattern.subscription_division_id === 3 ? 3 : 1}:${pattern.param1}`),
  )
  return offered[0] ?? null
}

/** The order as its form has it after 注文のときのご案内 was answered. */
export async function withOffers(world: World, person: Player, draft: Draft, random: Random) {
  const { postal_code01, postal_code02, pref_id } = draft.shipping_address
  const asked = {
    product_sku_ids: draft.items.map(({ product_sku_id, quantity }) => `${product_sku_id}:${quantity}`),
    is_subscription: draft.is_subscription,
    delivery_method_id: draft.delivery_id,
    payment_method_id: String(draft.payment_method_id) as '1',
    postal_code: `${postal_code01}${postal_code02}`,
    pref_id,
    ...(draft.coupon_codes?.length ? { coupon_codes: draft.coupon_codes } : {}),
    ...(draft.landing_slug ? { landing_slug: draft.landing_slug } : {}),
  }
  const seen = await world.call(person, 'GET /v1/order/offers', { query: asked })
  if (seen.status !== 200 || seen.data.items.length === 0) return { draft, features: [] }
  const features: string[] = []
  let after: Draft = { ...draft, offer_answers: [] }
  for (const { order_offer_id, offer_place, item, is_subscription } of seen.data.items) {
    const [first] = after.items
    // The goods of the whole order have one place in which others can come.
    const isPossible = offer_place === 'beside' || (after.items.length === 1 && first !== undefined)
    const is_taken = isPossible && random.chance(0.5)
    const line = { product_sku_id: item.id, quantity: item.quantity, revision: item.revision }
    const instead_of =
      is_taken && offer_place === 'instead' && first
        ? {
            product_sku_id: first.product_sku_id,
            quantity: first.quantity,
            is_subscription: draft.is_subscription,
          }
        : null
    const answers = [...(after.offer_answers ?? []), { order_offer_id, offer_place, is_taken, instead_of }]
    if (is_taken) {
      features.push('ご案内')
      world.sometimes(`an offer ${offer_place} was taken`)
    }
    if (instead_of)
      after = {
        ...after,
        items: [line],
        is_subscription,
        delivery_pattern: is_subscription ? (after.delivery_pattern ?? patternOf(random)) : null,
        ...(is_subscription ? { wrapping: null } : {}),
      }
    else if (is_taken) after = { ...after, items: [...after.items, line] }
    after = { ...after, offer_answers: answers }
  }
  return { draft: after, features }
}

export const pages: Move[] = [
  {
    name: 'office makes a page',
    weight: 2,
    async run(world, random) {
      const body = await pageOf(world, random)
      if (!body) return null
      const { status } = await world.admin('manager', 'POST /admin/v1/landing-pages', { body })
      return `店が申し込みページ${body.slug}を作る（${status}）`
    },
  },
  {
    name: 'office takes a page away',
    weight: 0.5,
    async run(world, random) {
      const all = await world.rows<{ id: string; slug: string }>(
        `select id, slug from landing_page where shop_id = 2 and visible order by id`,
      )
      if (all.length < 2) return null
      const { id, slug } = random.pick(all)
      const params = { id: Number(id) }
      const { status } = await world.admin('manager', 'DELETE /admin/v1/landing-pages/{id}', { params })
      return `店が申し込みページ${slug}を消す（${status}）`
    },
  },
  {
    name: 'office compares a page',
    weight: 1,
    async run(world, random) {
      const all = await world.rows<{ id: string; slug: string }>(
        `select id, slug from landing_page where shop_id = 2 and visible order by id`,
      )
      if (all.length === 0) return null
      const { id, slug } = random.pick(all)
      const params = { id: Number(id) }
      const said = (what: string, status: number) => `店が申し込みページ${slug}の${what}（${status}）`
      const [running] = await world.rows<{ arms: { variant_id: number | null }[] }>(
        `select arms from experiment where shop_id = 2 and landing_page_id = $1 and ended_at is null`,
        [id],
      )
      if (running) {
        const { variant_id } = random.pick(running.arms)
        world.sometimes('a comparison of a page ended')
        const end = 'POST /admin/v1/landing-pages/{id}/experiment/end'
        return said('比較を終える', (await world.admin('manager', end, { params, body: { variant_id } })).status)
      }
      const body = { variant_name: 'べつの内容' }
      await world.admin('manager', 'POST /admin/v1/landing-pages/{id}/variants', { params, body })
      const variants = await world.admin('manager', 'GET /admin/v1/landing-pages/{id}/variants', { params })
      if (variants.status !== 200 || variants.data.items.length === 0) return null
      const arms = [
        { variant_id: null, visitor_percent: 40 },
        { variant_id: variants.data.items[0]!.id, visitor_percent: 60 },
      ]
      const start = await world.admin('manager', 'POST /admin/v1/landing-pages/{id}/experiment', {
        params,
        body: { arms, window_days: 28 },
      })
      return said('比較を始める', start.status)
    },
  },
  {
    name: 'office makes an offer at the order',
    weight: 2,
    async run(world, random) {
      const goods = (await soldGoods(world)).filter(({ is_yearly }) => !is_yearly)
      if (goods.length === 0) return null
      const offered = random.pick(goods)
      const cart_type = offered.sale_type === 1 ? 0 : offered.sale_type === 2 ? 1 : random.pick([0, 1] as const)
      const offer_place = random.pick(['beside', 'instead'] as const)
      const others = goods.filter(({ id }) => id !== offered.id).map(({ id }) => Number(id))
      const body = {
        offer_place,
        title: 'ご一緒にいかがですか',
        text: '',
        visible: true,
        opens_at: null,
        closes_at: null,
        sort_no: random.between(1, 5),
        cart_type,
        product_sku_id: Number(offered.id),
        quantity: random.between(1, 2),
        for_sku_ids: offer_place === 'beside' && random.chance(0.5) ? [] : others.slice(0, 50),
        landing_slug: '',
      }
      const { status } = await world.admin('manager', 'POST /admin/v1/order-offers', { body })
      return `店が注文のときのご案内「${offered.name}」を${offer_place}に出す（${status}）`
    },
  },
  {
    name: 'buy on a page',
    weight: 8,
    async run(world, random) {
      const all = await world.rows<OpenPage>(
        `select slug, cart_type, items, intervals, payment_method_ids, promotion_id from landing_page
         where shop_id = 2 and visible order by id`,
      )
      const person = random.pick(world.people)
      const made = await wantedBy(world, person, random)
      if (all.length === 0 || !made) return null
      const page = random.pick(all)
      const goods = await soldGoods(world)
      const ofPage: Draft = {
        ...made.draft,
        is_subscription: page.cart_type === 1,
        items: page.items.map((item) => ({
          ...item,
          revision: goods.find(({ id }) => Number(id) === item.product_sku_id)?.revision ?? 1,
        })),
        delivery_pattern: page.cart_type === 1 ? patternOfPage(page.intervals, random) : null,
        landing_slug: page.slug,
        wrapping: null,
        ...(page.payment_method_ids.length > 0
          ? { payment_method_id: random.pick(page.payment_method_ids) }
          : page.cart_type === 1
            ? { payment_method_id: random.pick([1, 2, 3, null] as const) }
            : {}),
      }
      const { draft, features } = await withOffers(world, person, ofPage, random)
      const order_no = await pay(world, person, draft, random)
      if (order_no) {
        const [given] = await world.rows<{ n: number }>(
          `select count(*)::int as n from promotion_use u join orders o on o.shop_id = u.shop_id and o.id = u.order_id
           where o.shop_id = 2 and o.order_no = $1 and u.promotion_id = $2`,
          [order_no, page.promotion_id ?? 0],
        )
        if (given && given.n > 0) world.sometimes('a page gave its promotion')
        world.meet(order_no, [
          '申し込みページ',
          draft.is_subscription ? '定期' : '単品',
          ...features,
          ...(given && given.n > 0 ? ['ページの特典'] : []),
        ])
      }
      return `${person.mark}が申し込みページ${page.slug}で${order_no ? `注文する（${order_no}）` : '頼もうとして断られる'}`
    },
  },
  {
    name: 'buy with what is offered at the order',
    weight: 6,
    async run(world, random) {
      const person = random.pick(world.people)
      const made = await wantedBy(world, person, random)
      if (!made) return null
      const { draft, features } = await withOffers(world, person, made.draft, random)
      const order_no = await pay(world, person, draft, random)
      if (order_no) world.meet(order_no, [...made.features, ...features])
      return `${person.mark}がご案内を見て${order_no ? `注文する（${order_no}）` : '頼もうとして断られる'}`
    },
  },
]
