import type { CalendarDate } from '@kushi/values/calendar-date'
import { paysFirstDeliveryOnly } from '@kushi/values/payment-method'
import { prefectureOfCarrier } from '@kushi/values/postcode-prefecture'
import type { AgreedTerms, StoredAgreedTerms } from '@kushi/values/price-terms'
import { stockPiecesBySku } from '@kushi/values/product-set'
import type { PromotionTerms } from '@kushi/values/promotion'
import { giftOfPromotion, giftSkuIds } from '@kushi/values/promotion/kinds'
import { coolParcelCount, fitsExistingParcels } from '@kushi/values/shipment'
import {
  findAccountsOfSamePerson,
  findWatchEffects,
  type PersonAddress,
  type SamePersonAccounts,
  unwatchedBuyer,
  type WatchedBuyer,
} from '../../../people/person/index.ts'
import { isRemoteIsland } from '../../delivery/index.ts'
import { loadPointBalance } from '../../point/index.ts'
import { type GiftSku, giftSoldOutText, loadPromotionOffers, type PromotionOffers } from '../../promotion/index.ts'
import { agreedGoodsKey, agreedTermsOnDay, applicableAgreedTerms } from '../rules/agreed-terms.ts'
import {
  chooseDeliveryMethod,
  type DeliveryChoice,
  deliveryMisfit,
  type ParcelContents,
} from '../rules/choose-delivery.ts'
import { deliveryMethodsWithFees } from '../rules/delivery-fees.ts'
import type { PointsToUse, PriceInput } from '../rules/price-state.ts'
import {
  allFirstPricesUsed,
  type FirstPriceHistory,
  loadFirstPriceHistory,
  noFirstPricesUsed,
  withoutFirstPrice,
} from './first-price.ts'
import {
  buildSkuItems,
  type PriceContext,
  type PricedSkuRow,
  type PriceRequestItem,
  requiredSkuIds,
  type SkuItem,
} from './load-cart-items.ts'
import { paymentFeesOf } from './load-terms.ts'
import { loadPriceBook, type PriceBook } from './price-book.ts'

/** A request for a price: the items, the choices and the destination of one purchase. */
export interface PriceRequest {
  /** The items of one purchase. */
  items: readonly Omit<PriceRequestItem, 'subscription'>[]
  is_subscription: boolean
  delivery_id?: number | undefined
  /** null: cash on delivery; absent: not chosen yet, no fee. */
  payment_method_id?: number | null | undefined
  /**
   * The payment method of the later deliveries, if `payment_method_id` pays only the first one. Absent: not chosen yet.
   */
  following_payment_method_id?: number | null | undefined
  /** Yen, set by the shop on a running subscription. */
  adjustment_amount?: number
  /** Fees that the buyer chose, such as ギフト包装, yen; left out: none. */
  chosen_fees?: PriceInput['chosen_fees']
  /** The destination: seven digits, and 1 to 47. Left out: not known yet. */
  postal_code?: string | undefined
  pref_id?: number | undefined
  /** Number of the delivery within its subscription; absent: a single purchase, or the first. */
  cycle?: number
  /** クーポンコード of the buyer. */
  coupon_codes?: readonly string[] | undefined
  /** 申し込みページ on which it is bought; absent: none. */
  landing_slug?: string | undefined
  /** ポイント that the buyer wants to use; absent: none. */
  points?: number | undefined
  /** Promotions promised to a running contract or an old order; they replace today's promotions. */
  promised_promotions?: readonly PromotionTerms[]
  /** 取り置き: pieces that are kept for a running contract, beside the stock. */
  set_aside?: readonly ReservedSkuPieces[]
  /** The terms promised to a running contract; null: none yet. Absent: there is no contract. */
  agreed?: StoredAgreedTerms | null | undefined
  /** The day of the delivery, because agreed terms may change on a later day. Absent: there are no such terms. */
  delivery_date?: CalendarDate | undefined
  /** The recipient, by whom another account of the same person is found; absent: only the member's own data. */
  recipient?: PersonAddress | undefined
}

/** Pieces of a SKU that are reserved for a running contract (取り置き). */
export interface ReservedSkuPieces {
  product_sku_id: number
  pieces: number
}

/** The input for pricing a purchase, with everything that was loaded for it. */
export interface LoadedPrice {
  items: SkuItem[]
  input: PriceInput
  delivery: DeliveryChoice
  /** Visible methods in their order, each with its fee for that destination; and the parcel that they would carry. */
  deliveries: DeliveryChoice[]
  parcel: ParcelContents
  is_remote_island: boolean
  /** Percent of the goods that come back as points; null: the shop has none. */
  point_rate: number | null
  /** Today's promotions for this buyer; none where others were promised. */
  offers: PromotionOffers
  /** First prices that the person, or perhaps the person, had before. */
  first_prices: FirstPriceHistory
  /** The effects of 注意リスト on the buyer. */
  watched: WatchedBuyer
  /** The terms promised to a contract with these goods and choices. */
  agreed: AgreedTerms
  /** The SKUs that promotions give. */
  gift_skus: ReadonlyMap<number, PricedSkuRow>
}

const noOffers: PromotionOffers = { offers: [], refused: [] }

/** Loads everything that `priceOrder` needs. Today's rank applies, also to the price of later deliveries. */
export async function loadPriceInput(ctx: PriceContext, request: PriceRequest): Promise<LoadedPrice> {
  let found: Promise<SamePersonAccounts> | null = null
  const askSamePerson = () => {
    found ??= findAccountsOfSamePerson(ctx, request.recipient ?? null)
    return found
  }
  const watched = request.promised_promotions ? unwatchedBuyer : await findWatchEffects(ctx, askSamePerson)
  const isWithout = watched.effects.has('no_offers')
  const offers =
    request.promised_promotions || isWithout ? noOffers : await loadPromotionOffers(ctx, request, askSamePerson)
  const given = giftSkuIds(request.promised_promotions ?? offers.offers.map(({ terms }) => terms))
  const customer_ids = ctx.customer_id === null ? [] : [ctx.customer_id]
  const book = await loadPriceBook(ctx, { sku_ids: [...requiredSkuIds(request.items), ...given], customer_ids })
  const points = await loadPoints(ctx, book, request)
  if (isWithout)
    return priceInputFromBook(book, ctx.customer_id, request, noOffers, allFirstPricesUsed(book), watched, points)
  const isFirst = request.is_subscription && (request.cycle ?? 1) === 1 && !request.promised_promotions
  const first_prices = isFirst ? await loadFirstPriceHistory(ctx, book, askSamePerson) : noFirstPricesUsed
  return priceInputFromBook(book, ctx.customer_id, request, offers, first_prices, watched, points)
}

/** Members use points in single purchases and in the first delivery of a subscription. */
async function loadPoints(ctx: PriceContext, { terms }: PriceBook, request: PriceRequest): Promise<PointsToUse | null> {
  if (!terms.point_flag || ctx.customer_id === null || request.promised_promotions || (request.cycle ?? 1) > 1)
    return null
  const { balance } = await loadPointBalance({ ...ctx, customer_id: ctx.customer_id })
  return { asked: request.points ?? 0, balance, least: terms.point_least, most_rate: terms.point_most_rate }
}

/** Builds the input for pricing from a loaded price book, without a query. `customer_id`: the buyer; null: a guest. */
export function priceInputFromBook(
  book: PriceBook,
  customer_id: number | null,
  request: PriceRequest,
  all: PromotionOffers = noOffers,
  first_prices: FirstPriceHistory = noFirstPricesUsed,
  watched: WatchedBuyer = unwatchedBuyer,
  points: PointsToUse | null = null,
): LoadedPrice {
  const { terms } = book
  const subscription = request.is_subscription ? 1 : 0
  const items = buildSkuItems(
    book.skus,
    request.items.map((item) => ({ ...item, subscription })),
  ).map((item) => withoutFirstPrice(item, first_prices))
  const sent = items.filter((item) => item.is_product_sku_valid)
  const { postal_code, pref_id } = request
  const is_remote_island = postal_code !== undefined && isRemoteIsland(postal_code)
  const isKnown = postal_code !== undefined && pref_id !== undefined
  const to = { pref_id: isKnown ? prefectureOfCarrier(postal_code, pref_id) : pref_id, is_remote_island }
  const cool_parcels = coolParcelCount(sent.flatMap(({ temperatures }) => temperatures))
  const deliveries = deliveryMethodsWithFees(terms, to, cool_parcels)
  const parcel = {
    cool_parcels,
    all_light: sent.every((item) => item.light_flag),
    weight_g: sent.reduce((sum, { weight_g, quantity }) => sum + weight_g * quantity, 0),
  }
  const delivery = chooseDeliveryMethod(deliveries, request.delivery_id, parcel)
  if (!delivery) throw new Error('the shop has no visible delivery method')
  const giftGoods = (all: readonly PromotionTerms[]) => giftsOf(book, all, items, parcel, delivery, request.set_aside)
  const offers = withoutSoldOut(all, request, (terms) => giftGoods([terms]))
  const promotions = request.promised_promotions ?? offers.offers.map(({ terms }) => terms)
  const rank_discount_rate = (customer_id !== null && book.discount_rates.get(customer_id)) || 0
  const { payment_method_id, is_subscription } = request
  const isFirstOnly = paysFirstDeliveryOnly({ payment_method_id: payment_method_id ?? null, is_subscription })
  const following_payment_method_id = isFirstOnly ? request.following_payment_method_id : payment_method_id
  const payment_fees = paymentFeesOf(terms, payment_method_id)
  const following_payment_fees = paymentFeesOf(terms, following_payment_method_id)
  const { delivery_free_amount, delivery_free_after_promotions, delivery_free_includes_cool, most_promotion_rate } =
    terms
  const free = { delivery_free_amount, delivery_free_after_promotions, delivery_free_includes_cool }
  const now: AgreedTerms = {
    ...{ ...free, most_promotion_rate, rank_discount_rate, payment_fees: following_payment_fees, cool_parcels },
    delivery_fee: delivery.flat_rate_delivery_fee,
    cool_fee: delivery.cool_fee,
    delivery_id: request.delivery_id ?? null,
    carried_by: delivery.id,
    pref_id: request.pref_id ?? null,
    is_remote_island,
    payment_method_id: following_payment_method_id ?? null,
    goods: agreedGoodsKey(request.items),
  }
  const agreed = applicableAgreedTerms(
    request.agreed,
    now,
    deliveries.map(({ id }) => id),
  )
  const input: PriceInput = {
    items,
    cycle: request.cycle ?? 1,
    rank_discount_rate,
    promotions,
    gifts: giftGoods(promotions),
    delivery,
    chosen_fees: request.chosen_fees,
    ...free,
    most_promotion_rate,
    payment_fees,
    following_payment_fees,
    adjustment_amount: request.adjustment_amount ?? 0,
    points,
    ...(request.agreed && { agreed: agreedTermsOnDay(agreed, request.delivery_date) }),
  }
  return {
    agreed,
    point_rate: terms.point_flag ? terms.point_rate : null,
    items,
    input,
    delivery,
    deliveries,
    parcel,
    is_remote_island,
    offers,
    first_prices,
    watched,
    gift_skus: book.skus,
  }
}

/**
 * The SKUs that these promotions may give, in addition to the bought ones. A gift never changes the delivery method or
 * the number of parcels.
 */
function giftsOf(
  { skus }: PriceBook,
  promotions: readonly PromotionTerms[],
  items: readonly SkuItem[],
  parcel: ParcelContents,
  delivery: DeliveryChoice,
  set_aside: readonly ReservedSkuPieces[] = [],
): GiftSku[] {
  const taken = stockPiecesBySku(items)
  return [...new Set(giftSkuIds(promotions))].flatMap((id) => {
    const sku = skus.get(id)
    // A set can't be a gift; one that became a set later counts as gone.
    if (!sku || sku.parts.length > 0) return []
    const bought = taken.get(id) ?? 0
    const own = set_aside.reduce((sum, one) => sum + (one.product_sku_id === id ? one.pieces : 0), 0)
    const together = {
      all_light: parcel.all_light && sku.light_flag,
      weight_g: parcel.weight_g + sku.weight_g,
    }
    const fits =
      deliveryMisfit(delivery, together) === null &&
      fitsExistingParcels(
        items.flatMap(({ temperatures }) => temperatures),
        sku.temperature,
      )
    return [{ product_sku_id: id, price: sku.price, stock: sku.stock + own - bought, fits }]
  })
}

/**
 * A new buyer does not get a promotion whose gift is sold out. A contract that has the promotion continues without the
 * gift.
 */
function withoutSoldOut(
  all: PromotionOffers,
  { is_subscription }: PriceRequest,
  paceItemsOf: (terms: PromotionTerms) => GiftSku[],
): PromotionOffers {
  const isSoldOut = ({ terms }: PromotionOffers['offers'][number]) => {
    const gift = giftOfPromotion(terms)
    const isAsked = is_subscription || terms.from_cycle === 1
    return gift !== undefined && isAsked && !paceItemsOf(terms).some(({ stock }) => stock >= gift.pieces)
  }
  return withoutOffers(all, all.offers.filter(isSoldOut))
}

/** Moves offers whose gift is sold out to the refused ones, for the quote. */
function withoutOffers(all: PromotionOffers, gone: PromotionOffers['offers']): PromotionOffers {
  if (gone.length === 0) return all
  return {
    offers: all.offers.filter((offer) => !gone.includes(offer)),
    refused: [
      ...all.refused,
      ...gone.map(({ terms, coupon }) => ({
        promotion_id: terms.promotion_id,
        promotion_name: terms.promotion_name,
        coupon_code: coupon?.code ?? null,
        message: giftSoldOutText(terms.promotion_name),
        matches: [],
      })),
    ],
  }
}

/** Returns the loaded price without a promotion whose gift does not suffice for all that it would promise. */
export function withoutPromotion(loaded: LoadedPrice, promotion_id: number): LoadedPrice {
  const isIt = (terms: PromotionTerms) => terms.promotion_id === promotion_id
  const { offers, input } = loaded
  return {
    ...loaded,
    offers: withoutOffers(
      offers,
      offers.offers.filter(({ terms }) => isIt(terms)),
    ),
    input: { ...input, promotions: input.promotions.filter((terms) => !isIt(terms)) },
  }
}
