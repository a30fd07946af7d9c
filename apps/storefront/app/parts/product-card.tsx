import type { ProductSummary } from '@kushi/contract/product'
import { SALE_TYPE } from '@kushi/values/product'
import { Link } from 'react-router'
import { Picture, type PictureProps } from '../ui/picture.tsx'
import { Price } from '../ui/price.tsx'
import { detailPath, type ListPlace, shopList } from './list-place.ts'
import { usePictureTransition } from './picture-transition.ts'

/** A list of cards, whose names, sentences and prices stand in line (a subgrid, where the browser has it). */
export const cardGrid = 'grid gap-x-4 gap-y-1 md:gap-x-6'
export const cardCell = 'row-span-3 grid grid-rows-subgrid pb-9 md:row-span-4'

const sizes = '(min-width: 1120px) 250px, (min-width: 768px) 31vw, 41vw'

interface ProductCardProps {
  product: ProductSummary
  position: PictureProps['position']
  place: ListPlace
  /** The page has shown this product further up: only one of the two cards can have the transition. */
  isAgain?: boolean
}

/** A product in the list. Its picture has a view transition to the detail page. */
export function ProductCard({ product, position, place, isAgain = false }: ProductCardProps) {
  const { isForSubscription } = place
  const to = detailPath(place, product.id)
  const moved = usePictureTransition(isAgain ? null : `${place.path}/detail/${product.id}`)
  const { price_min, price_max, subscription_price_min, lump_sum_price_min, sale_type } = product
  const hasDearer = price_min !== price_max
  return (
    <Link
      to={to}
      viewTransition={!isAgain}
      className="group row-span-3 grid grid-rows-subgrid content-start gap-y-1 md:row-span-4"
    >
      <div style={moved} className="relative mb-2">
        {/* No alternative text: the name below describes the product. */}
        <Picture path={product.product_image.path} alt="" sizes={sizes} {...(position && { position })} />
        {product.is_out_stock && (
          <span className="absolute inset-x-0 bottom-0 bg-washi/90 py-1 text-center text-xs">在庫切れ</span>
        )}
      </div>
      <h3 className="text-base leading-relaxed group-hover:underline">{product.product_name}</h3>
      <p className="text-xs text-muted max-md:hidden">{product.catch_copy}</p>
      <div className="grid content-start gap-1">
        {price_min === null && <p className="text-xs text-muted">価格はお取引先さまにお見せしています</p>}
        {price_min !== null && !isForSubscription && sale_type !== SALE_TYPE.subscription && (
          <Price amount={price_min} isMinimum={hasDearer} />
        )}
        {subscription_price_min !== null && (
          <Price
            amount={lump_sum_price_min ?? subscription_price_min}
            isMinimum={hasDearer}
            tone="leaf"
            size={sale_type === SALE_TYPE.subscription || isForSubscription ? 'base' : 'sm'}
            {...(!isForSubscription && { prefix: pricePrefix(product) })}
          />
        )}
        {product.running_promotions[0] && <p className="text-xs text-camellia">{product.running_promotions[0].text}</p>}
        {product.light_flag && <p className="text-xs text-muted">メール便</p>}
      </div>
    </Link>
  )
}

/** 定期便, beside its price. */
const pricePrefix = ({ sale_type, lump_sum_price_min }: ProductSummary) =>
  lump_sum_price_min !== null ? '年払い' : sale_type === SALE_TYPE.subscription ? '定期便のみ' : '定期便'

interface ProductRowProps {
  products: readonly ProductSummary[]
  /** The row is in the first view. */
  isFirst?: boolean
}

/** A few products below the content of a screen. */
export const ProductRow = ({ products, isFirst = false }: ProductRowProps) => (
  <ul className={`-mb-9 grid-cols-2 md:grid-cols-4 ${cardGrid}`}>
    {products.map((product, index) => (
      <li key={product.id} className={cardCell}>
        <ProductCard product={product} place={shopList} position={isFirst && index < 2 ? 'first' : 'later'} />
      </li>
    ))}
  </ul>
)
