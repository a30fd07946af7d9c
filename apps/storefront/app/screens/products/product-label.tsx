import type { ProductDetail } from '@kushi/contract/product'

/** The heading of a text; of a part of a set with whose it is. */
export const nameOf = ({ name, part_name }: Pick<ProductDetail['product_label'][number], 'name' | 'part_name'>) =>
  part_name === null ? name : `${name}(${part_name})`

/** 商品の表示: each text of the label with its heading. */
export const ProductLabel = ({ label }: { label: ProductDetail['product_label'] }) => (
  <dl className="grid gap-4 text-sm">
    {label.map(({ field, name, text, part_name }) => (
      <div key={`${field} ${part_name}`} className="grid gap-1">
        <dt className="font-semibold">{nameOf({ name, part_name })}</dt>
        <dd className="whitespace-pre-line break-words text-muted">{text}</dd>
      </div>
    ))}
  </dl>
)
