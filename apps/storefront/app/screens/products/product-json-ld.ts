import type { PricedDelivery } from '@kushi/contract/delivery'
import type { ProductDetail, ProductSku } from '@kushi/contract/product'
import type { Shop } from '@kushi/contract/setting'
import { SELECTABLE_DELIVERY_DAYS } from '@kushi/values/limits'
import { prefectures } from '@kushi/values/prefecture'
import { isFreeAlone } from '../../parts/free-delivery.ts'
import { absoluteUrl, breadcrumbs, shellData } from '../../seo.ts'
import { ownPictures, pictureFile } from '../../ui/picture.tsx'
import { cartEntry, defaultCartType } from './cart-entry.ts'
import type { PricedSku } from './priced.ts'
import { nameOf } from './product-label.tsx'

const hasPrice = (sku: ProductSku): sku is PricedSku => sku.price !== null

/** The breadcrumbs of a product. */
export function breadcrumbJsonLd(product: ProductDetail, matches: Parameters<typeof shellData>[0]) {
  const base = `${shellData(matches)?.public_url ?? ''}/sh`
  return breadcrumbs([
    { name: '商品一覧', item: `${base}/products` },
    { name: product.category.category_name, item: `${base}/products?category=${product.category.slug}` },
    { name: product.product_name, item: `${base}/products/detail/${product.id}` },
  ])
}

interface ProductOffer {
  product: ProductDetail
  deliveries: readonly PricedDelivery[]
}

/** 返品の条件 of the shop, as the page about them says. */
const returnTerms = ({ return_days, return_fee_by }: Pick<Shop, 'return_days' | 'return_fee_by'>) => ({
  applicableCountry: 'JP',
  ...(return_days === null
    ? { returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' }
    : {
        returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
        merchantReturnDays: return_days,
        returnMethod: 'https://schema.org/ReturnByMail',
        returnFees: `https://schema.org/${return_fee_by === 'shop' ? 'FreeReturn' : 'ReturnFeesCustomerResponsibility'}`,
      }),
})

const allPrefectureIds = prefectures.map((_, n) => n + 1)

const days = (minValue: number, maxValue: number) => ({
  '@type': 'QuantitativeValue',
  minValue,
  maxValue,
  unitCode: 'DAY',
})

/** お届けまでの日数, closings and islands aside: until it leaves, and on its way. */
const deliveryTime = ({ most_extra_days }: PricedDelivery) => ({
  '@type': 'ShippingDeliveryTime',
  handlingTime: days(0, SELECTABLE_DELIVERY_DAYS.first_after - 1),
  transitTime: days(1, 1 + most_extra_days),
})

interface ParcelOfGoods {
  isFree: boolean
  /** Cooled parcels for which クール代 is charged. */
  cooledParcels: number
}

/**
 * 送料 and クール代 by prefecture, as ISO 3166-2 numbers them: first most of Japan, then those with another fee. Islands
 * can't be said.
 */
function shippingTerms(delivery: PricedDelivery, { isFree, cooledParcels }: ParcelOfGoods) {
  const feeIn = (rows: PricedDelivery['fees_by_prefecture'], id: number, usual: number) =>
    rows.find(({ pref_ids }) => pref_ids.includes(id))?.fee ?? usual
  const feeOf = (delivery_fee: number, cool_fee: number) => (isFree ? 0 : delivery_fee) + cool_fee * cooledParcels
  const usual = feeOf(delivery.flat_rate_delivery_fee, delivery.cool_fee)
  const byFee = new Map<number, number[]>()
  for (const id of allPrefectureIds) {
    const fee = feeOf(
      feeIn(delivery.fees_by_prefecture, id, delivery.flat_rate_delivery_fee),
      feeIn(delivery.cool_fees_by_prefecture, id, delivery.cool_fee),
    )
    byFee.set(fee, [...(byFee.get(fee) ?? []), id])
  }
  const usualPrefectures = byFee.get(usual) ?? []
  const others = [...byFee].filter(([fee]) => fee !== usual).sort(([a], [b]) => a - b)
  const details = (fee: number, pref_ids: readonly number[] | null) => ({
    '@type': 'OfferShippingDetails',
    shippingDestination: {
      '@type': 'DefinedRegion',
      addressCountry: 'JP',
      ...(pref_ids && { addressRegion: pref_ids.map((id) => String(id).padStart(2, '0')) }),
    },
    shippingRate: { '@type': 'MonetaryAmount', value: fee, currency: 'JPY' },
    deliveryTime: deliveryTime(delivery),
  })
  if (others.length === 0) return details(usual, null)
  return [
    ...(usualPrefectures.length > 0 ? [details(usual, usualPrefectures)] : []),
    ...others.map(([fee, pref_ids]) => details(fee, pref_ids)),
  ]
}

/** 商品の表示: who made it and where have words in schema.org, the other texts are properties with their heading. */
function labelTerms(label: ProductDetail['product_label']) {
  const textOf = (field: string) => label.find((row) => row.field === field && row.part_name === null)?.text
  const [maker, origin] = [textOf('label_maker'), textOf('label_origin')]
  const others = label.filter(
    ({ field, part_name }) => part_name !== null || (field !== 'label_maker' && field !== 'label_origin'),
  )
  return {
    ...(maker && { manufacturer: { '@type': 'Organization', name: maker } }),
    ...(origin && { countryOfOrigin: { '@type': 'Country', name: origin } }),
    ...(others.length > 0 && {
      additionalProperty: others.map((row) => ({ '@type': 'PropertyValue', name: nameOf(row), value: row.text })),
    }),
  }
}

/**
 * schema.org Product with an Offer per SKU, for search engines. The price is what the customer pays, with 年払い for all
 * deliveries together. It contains the delivery fees of this product alone, by prefecture,
 * the days until it comes, and the shop's 返品の条件. No Review: お客様の声 have no rating, and the shop chose them.
 */
export function productJsonLd({ product, deliveries }: ProductOffer, matches: Parameters<typeof shellData>[0]) {
  const shell = shellData(matches)
  const base = shell?.public_url ?? ''
  const parcel = deliveries.find((delivery) => !delivery.mail_delivery_flag)
  const mail = deliveries.find((delivery) => delivery.mail_delivery_flag)
  const offer = (sku: PricedSku) => {
    const entry = cartEntry(product, sku, defaultCartType(product), 1)
    const { subtotal: price } = entry
    const delivery = (sku.light_flag && mail) || parcel
    const isFree = isFreeAlone(shell?.shop, entry)
    const isCoolFree = entry.lump_sum_payment_num !== null || (isFree && shell?.shop?.delivery_free_includes_cool)
    return {
      '@type': 'Offer',
      sku: sku.product_code,
      ...(sku.gtin && { gtin: sku.gtin }),
      // The same address as the product feed names.
      url: `${base}/sh/products/detail/${product.id}${product.skus.length > 1 ? `?sku=${encodeURIComponent(sku.product_code)}` : ''}`,
      priceCurrency: 'JPY',
      price,
      availability: `https://schema.org/${sku.is_out_stock ? 'OutOfStock' : 'InStock'}`,
      ...(delivery && {
        shippingDetails: shippingTerms(delivery, { isFree, cooledParcels: isCoolFree ? 0 : sku.cool_parcels }),
      }),
      hasMerchantReturnPolicy: {
        '@type': 'MerchantReturnPolicy',
        merchantReturnLink: `${base}/sh/contents/faq.html#return`,
        // A product's own terms are words: only the link says them.
        ...(shell?.shop && product.return_note === '' && returnTerms(shell.shop)),
      },
    }
  }
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.product_name,
    description: product.description,
    ...(product.product_image.length > 0 && {
      image: product.product_image.map(({ path }) =>
        absoluteUrl(base, pictureFile(shell?.client.image_api ?? ownPictures, path)),
      ),
    }),
    ...labelTerms(product.product_label),
    brand: { '@type': 'Brand', name: shell?.shop?.shop_name ?? '' },
    offers: product.skus.filter(hasPrice).map(offer),
  }
}
