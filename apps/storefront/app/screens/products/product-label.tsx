import type { ProductDetail } from '@kushi/contract/product'

/** 商品の表示: each text of the label with its heading. */
export const ProductLabel = ({ label }: { label: ProductDetail['product_label'] }) => (
  <dl className="grid gap-4 text-sm">
    {label.map(({ field, name, text }) => (
      <div key={field} className="grid gap-1">
        <dt className="font-semibold">{name}</dt>
        <dd className="whitespace-pre-line break-words text-muted">{text}</dd>
      </div>
    ))}
  </dl>
)
