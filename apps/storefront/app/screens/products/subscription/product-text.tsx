import type { ProductDetail } from '@kushi/contract/product'
import { SectionHeading } from '../../../ui/heading.tsx'

/** What there is to read: the story, how to use it, what is in it. */
export const ProductText = ({ product }: { product: ProductDetail }) => (
  <div className="mx-auto grid max-w-text gap-12 pt-16">
    <section className="grid gap-4">
      {product.description.split('\n\n').map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
    {product.how_to_use.length > 0 && (
      <section className="grid gap-4">
        <SectionHeading>使い方</SectionHeading>
        <ol className="divide-y divide-line border-y border-line">
          {product.how_to_use.map((step, index) => (
            <li key={step} className="flex gap-4 py-3">
              <span aria-hidden="true" className="numeric font-mincho text-muted">
                {index + 1}
              </span>
              {step}
            </li>
          ))}
        </ol>
      </section>
    )}
    <section className="grid gap-4">
      <SectionHeading>成分・素材</SectionHeading>
      <p className="text-sm text-muted">{product.ingredients}</p>
    </section>
  </div>
)
