import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { trackLater } from '../../analytics/count-later.ts'
import { loadChunk } from '../../chunk/load-chunk.ts'
import { loadBlocks } from '../../extensions/load-blocks.ts'
import { Slot } from '../../extensions/slot.tsx'
import { loadOrThrow } from '../../load-or-throw.ts'
import { seo } from '../../seo.ts'
import { apiContext } from '../../server-context.ts'
import type { Route } from './+types/product-detail.ts'
import { BuyBox } from './buy-box.tsx'
import { isPriced } from './priced.ts'
import { breadcrumbJsonLd, productJsonLd } from './product-json-ld.ts'
import { firstChoice } from './selection.ts'
import { useOwnPrices } from './use-own-prices.ts'

/** The server renders it, and it contains only links. */
const AboveProduct = lazy(() =>
  loadChunk(async () => ({ default: (await import('./above-product.tsx')).AboveProduct })),
)

/** The server renders it, and pictures are swiped without code, so its code is loaded after that of the choices. */
const Gallery = lazy(() => loadChunk(async () => ({ default: (await import('./gallery.tsx')).Gallery })))

/** The server renders it, and it contains only links, so its code is loaded after the choices above are interactive. */
const ProductStory = lazy(() =>
  loadChunk(async () => ({ default: (await import('./product-story.tsx')).ProductStory })),
)

/** Only shops that show their prices to approved members need its code. */
const ApprovedOnly = lazy(() =>
  loadChunk(async () => ({ default: (await import('./approved-only.tsx')).ApprovedOnly })),
)

/** Most voices of a page. */
const VOICES = 12

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const preview = new URL(request.url).searchParams.get('preview')
  const [product, deliveries, voices] = await Promise.all([
    loadOrThrow(
      api('GET /v1/product/detail/{id}', { params: { id: params.id }, query: { ...(preview && { preview }) } }),
    ),
    api('GET /v1/delivery', { query: { visible: true } }).then(
      ({ items }) => items,
      () => [],
    ),
    // A product can be bought without them.
    api('GET /v1/voice', { query: { product_id: params.id, per_page: VOICES } }).then(
      ({ items }) => items,
      () => [],
    ),
  ])
  const blocks = await loadBlocks(['product-below-price', 'product-below-description'], api, { product })
  return { product, deliveries, voices, ...(blocks && { blocks }) }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { product } = loaderData
  return seo(matches, {
    title: product.product_name,
    description: `${product.catch_copy}${product.description.split('\n')[0]}`.slice(0, 120),
    path: `/products/detail/${product.id}`,
    type: 'product',
    ...(product.product_image[0] && { image: product.product_image[0].path }),
  })
}

/**
 * The product for search engines, which read it in the page from the server. The browser's bundle does not contain it: React
 * keeps the content of an element that it hydrates.
 */
function StructuredData({ loaderData, matches }: Pick<Route.ComponentProps, 'loaderData' | 'matches'>) {
  const json = import.meta.env.SSR
    ? JSON.stringify([productJsonLd(loaderData, matches), breadcrumbJsonLd(loaderData.product, matches)])
    : ''
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: no text of the JSON can end the element
      dangerouslySetInnerHTML={{ __html: json.replaceAll('<', '\\u003c') }}
    />
  )
}

/** 商品詳細 */
export default function ProductDetail({ loaderData, matches }: Route.ComponentProps) {
  const { product, deliveries, voices, blocks } = loaderData
  const shown = useOwnPrices(product)
  useEffect(() => trackLater(({ trackItemView }) => trackItemView(shown)), [shown])
  const [query] = useSearchParams()
  const firstPath = firstChoice(product.skus, query.get('sku'))?.image_path ?? null
  const [requestedPicture, setRequestedPicture] = useState<{ path: string } | null>(null)
  // The same elements while nothing of them changes: React would render a part anew whose code is not there yet.
  const belowHeading = useMemo(
    () => (
      <Suspense>
        <AboveProduct product={product} />
      </Suspense>
    ),
    [product],
  )
  const gallery = useMemo(
    () => (
      <Suspense>
        <Gallery
          key={`pictures-${product.id}`}
          pictures={product.product_image}
          requestedPicture={requestedPicture}
          firstPath={firstPath}
        />
      </Suspense>
    ),
    [product, requestedPicture, firstPath],
  )
  const story = useMemo(
    () => (
      <Suspense>
        <ProductStory
          product={shown}
          voices={voices}
          belowDescription={<Slot name="product-below-description" loaded={blocks} product={shown} />}
        />
      </Suspense>
    ),
    [shown, voices, blocks],
  )
  return (
    <>
      <StructuredData key={`data-${product.id}`} loaderData={loaderData} matches={matches} />
      <div className="mx-auto w-full max-w-page px-4 md:px-6">
        {belowHeading}
        <div className="grid grid-cols-1 gap-6 md:grid-cols-2 md:gap-12 lg:grid-cols-[11fr_10fr]">
          {gallery}
          {isPriced(shown) ? (
            <BuyBox
              key={product.id}
              product={shown}
              deliveries={deliveries}
              belowPrice={<Slot name="product-below-price" loaded={blocks} product={shown} />}
              onPicture={(path) => setRequestedPicture({ path })}
            />
          ) : (
            <Suspense>
              <ApprovedOnly product={product} />
            </Suspense>
          )}
        </div>
      </div>
      {story}
    </>
  )
}
