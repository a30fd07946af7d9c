import type { PricedSku } from './priced.ts'

/** セットの内容 of a SKU that is one. */
export function SetParts({ parts }: Pick<PricedSku, 'parts'>) {
  return (
    <div className="grid gap-1 bg-sand px-4 py-3 text-sm">
      <p id="set-parts" className="text-xs text-muted">
        セットの内容
      </p>
      <ul aria-labelledby="set-parts" className="grid gap-1">
        {parts.map(({ product_sku_id, name, pieces }) => (
          <li key={product_sku_id}>
            {name} × {pieces}
          </li>
        ))}
      </ul>
    </div>
  )
}
