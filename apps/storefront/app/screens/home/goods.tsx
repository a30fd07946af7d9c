import { quietApi } from '../../api.ts'
import { shopList } from '../../parts/list-place.ts'
import { ProductCard } from '../../parts/product-card.tsx'
import { useCustomer } from '../../state/session.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { Band } from '../../ui/band.tsx'
import { AnyLink } from '../../ui/button.tsx'
import type { Block } from './load-home.server.ts'

/** Some products, and a link to all of them. Hidden without products. */
export function Goods({ block }: { block: Block }) {
  const { title, text, link_to, link_label } = block
  const products = useOwnPrices(block)
  if (products.length === 0) return null
  return (
    <Band title={title} {...(text && { lead: text })}>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-4 md:gap-x-6">
        {products.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} place={shopList} position="later" />
          </li>
        ))}
      </ul>
      <p className="justify-self-center">
        <AnyLink to={link_to} label={link_label} />
      </p>
    </Band>
  )
}

/** The cached page has no data of the visitor. If it has no prices, the browser of an approved member loads them. */
function useOwnPrices({ products, category }: Block) {
  const member = useCustomer()?.id
  const isWithout = products.some(({ price_min }) => price_min === null)
  const key = member === undefined || !isWithout ? null : `${member} ${category}`
  const { data } = useAnswer(key, (signal) =>
    quietApi('GET /v1/product', { query: { per_page: products.length, ...(category && { category }) } }, { signal }),
  )
  return data?.items ?? products
}
