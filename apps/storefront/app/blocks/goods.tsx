import { shopList } from '../parts/list-place.ts'
import { useOwnPricesOfList } from '../parts/own-prices.ts'
import { cardCell, cardGrid, ProductCard } from '../parts/product-card.tsx'
import { Band } from '../ui/band.tsx'
import { AnyLink } from '../ui/button.tsx'
import type { BlockProps } from './block-props.ts'
import type { ShownBlock } from './load-blocks.server.ts'

/** Some products, and a link to all of them. Hidden without products. */
export function Goods({ block, productsAbove }: BlockProps<ShownBlock<'goods'>>) {
  const { title, text, category, link_to, link_label } = block
  const products = useOwnPricesOfList(block.products, {
    per_page: block.products.length,
    ...(category && { category }),
  })
  if (products.length === 0) return null
  return (
    <Band title={title} {...(text && { lead: text })}>
      <ul className={`-mb-9 grid-cols-2 md:grid-cols-4 ${cardGrid}`}>
        {products.map((product) => (
          <li key={product.id} className={cardCell}>
            <ProductCard product={product} place={shopList} position="later" isAgain={productsAbove.has(product.id)} />
          </li>
        ))}
      </ul>
      <p className="justify-self-center">
        <AnyLink to={link_to} label={link_label} />
      </p>
    </Band>
  )
}
