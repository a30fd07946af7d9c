import type { ProductDetail, ProductImage } from '@kushi/contract/product'
import type { Voice } from '@kushi/contract/voice'
import { SALE_TYPE } from '@kushi/values/product'
import type { ReactNode } from 'react'
import { ProductRow } from '../../parts/product-card.tsx'
import { Band } from '../../ui/band.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { NamedList } from './named-list.tsx'
import { ProductLabel } from './product-label.tsx'
import { ProductVoices } from './product-voices.tsx'
import { Questions } from './questions.tsx'
import { SubscriptionFacts } from './subscription-facts.tsx'

const halfWidthSizes = '(min-width: 1120px) 520px, (min-width: 768px) 46vw, 82vw'

interface ProductStoryProps {
  product: ProductDetail
  voices: readonly Voice[]
  belowDescription: ReactNode
}

/** The texts below the choices. Empty parts are not shown. */
export function ProductStory({ product, voices, belowDescription }: ProductStoryProps) {
  const { product_image, use_image_path, how_to_use, related } = product
  const usePicture = product_image.find(({ path }) => path === use_image_path)
  const second = product_image.find(({ path }, n) => n > 0 && path !== use_image_path)
  return (
    <>
      <Opening product={product} second={second} />
      {belowDescription}
      <SuitabilityAndFeel suits={product.suits} feel={product.feel} />
      {how_to_use.length > 0 && (
        <Band title="使い方" tone={product.suits.length + product.feel.length > 0 ? 'sand' : 'plain'}>
          <div className={usePicture ? 'grid items-start gap-8 md:grid-cols-2 md:gap-16' : 'max-w-text'}>
            {usePicture && <Picture path={usePicture.path} alt={usePicture.alt} sizes={halfWidthSizes} />}
            <ol className="divide-y divide-line border-y border-line">
              {how_to_use.map((step, index) => (
                <li key={step} className="flex gap-6 py-5">
                  <span aria-hidden="true" className="numeric min-w-4 font-mincho text-2xl leading-none text-muted">
                    {index + 1}
                  </span>
                  {step}
                </li>
              ))}
            </ol>
          </div>
        </Band>
      )}
      <Ingredients notes={product.ingredient_notes} label={product.product_label} />
      {product.sale_type !== SALE_TYPE.normal && <SubscriptionFacts product={product} />}
      <ProductVoices voices={voices} />
      <Questions product={product} />
      {related.length > 0 && (
        <Band title="一緒に使いたいもの">
          <ProductRow products={related} />
        </Band>
      )}
    </>
  )
}

/** Purpose and origin, beside a second picture. */
function Opening({ product, second }: { product: ProductDetail; second: ProductImage | undefined }) {
  const { purpose, description, story_html } = product
  if (!purpose && !description && !story_html) return null
  return (
    <section className="mt-16 bg-sand md:mt-24">
      <div className={`mx-auto max-w-page md:px-6 ${second ? 'grid items-start gap-x-16 md:grid-cols-2' : ''}`}>
        {second && (
          <div className="md:sticky md:top-header md:py-24">
            <Picture path={second.path} alt={second.alt} sizes={halfWidthSizes} />
          </div>
        )}
        <div className="mx-auto grid max-w-text gap-6 px-4 py-12 md:px-0 md:py-24">
          {purpose && <h2 className="text-xl leading-relaxed lg:text-2xl">{purpose}</h2>}
          {(description ? description.split('\n\n') : []).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {story_html && <RichText html={story_html} />}
        </div>
      </div>
    </section>
  )
}

/** 成分・素材: the main ones with their purpose, and the 商品の表示. */
function Ingredients({
  notes,
  label,
}: {
  notes: ProductDetail['ingredient_notes']
  label: ProductDetail['product_label']
}) {
  if (notes.length === 0 && label.length === 0) return null
  return (
    <Band title="成分・素材">
      <div className={notes.length > 0 ? 'grid items-start gap-8 md:grid-cols-2 md:gap-16' : 'max-w-text'}>
        {notes.length > 0 && <NamedList items={notes} />}
        <ProductLabel label={label} />
      </div>
    </Band>
  )
}

/** こんな方に and 使い心地, side by side if both exist. */
function SuitabilityAndFeel({ suits, feel }: Pick<ProductDetail, 'suits' | 'feel'>) {
  if (suits.length === 0 && feel.length === 0) return null
  return (
    <Band>
      <div className="grid gap-16 md:grid-cols-2">
        {suits.length > 0 && (
          <div className="grid content-start gap-6">
            <h2 className="text-xl md:text-3xl">こんな方に</h2>
            <ul className="grid gap-4">
              {suits.map((suit) => (
                <li key={suit} className="flex items-start gap-3">
                  <span className="mt-1 text-leaf">
                    <Icon name="check" />
                  </span>
                  {suit}
                </li>
              ))}
            </ul>
          </div>
        )}
        {feel.length > 0 && (
          <div className="grid content-start gap-6">
            <h2 className="text-xl md:text-3xl">使い心地</h2>
            <NamedList items={feel} />
          </div>
        )}
      </div>
    </Band>
  )
}
