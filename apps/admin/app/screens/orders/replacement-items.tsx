import type { ChangeOptions, OrderDetail } from '@kushi/contract/admin/order'
import type { ReplacementKind } from '@kushi/values/order-status'
import { nameWithVariant } from '@kushi/values/product'
import { useWatch } from 'react-hook-form'
import { toNumber } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'
import { choiceOf } from '../../ui/item-fields.tsx'
import { formatNumber, formatYenCell } from '../../ui/time.tsx'

const { NumberField, SelectField } = formFor<ReplacementItemsFormValues>()

interface ReplacementItemsFormValues {
  kind: ReplacementKind
  items: { order_item_id: number; product_sku_id: number; quantity: number }[]
}

/** For each item that can still be sent again: the number of pieces and, for a 交換, the SKU to send. */
export function ReplacementItems({ order, skus }: { order: OrderDetail; skus: ChangeOptions['skus'] }) {
  const { kind, items } = useWatch<ReplacementItemsFormValues>() as ReplacementItemsFormValues
  const sold = order.items.filter(({ replaceable }) => replaceable > 0)
  const priceOf = (id: number) => skus.find((sku) => sku.id === Number(id))?.price
  const more = sold.reduce((sum, item, index) => {
    const { product_sku_id, quantity } = items[index]!
    const price = Number(product_sku_id) === item.product_sku_id ? item.price : (priceOf(product_sku_id) ?? item.price)
    return sum + (price - item.price) * (toNumber(quantity) ?? 0)
  }, 0)
  return (
    <>
      <ul className="grid gap-3">
        {sold.map((item, index) => (
          <li key={item.id} className="flex flex-wrap items-end gap-x-4 border-line border-b pb-3">
            <div className="min-w-60 grow">
              <p className="pb-4">
                {nameWithVariant(item.product_name, item.choices)}
                <span className="block text-muted text-xs">
                  {item.set_name && `${item.set_name}の中身・`}
                  <span className="numeric">{item.product_code}</span>・{formatYenCell(item.price)}・あと
                  {formatNumber(item.replaceable)}点
                </span>
              </p>
              {kind === 'exchange' && (
                <SelectField
                  name={`items.${index}.product_sku_id`}
                  label="代わりに送る商品"
                  isNumber
                  choices={insteadOf(item, skus)}
                />
              )}
            </div>
            <NumberField name={`items.${index}.quantity`} label="数量" unit="点" />
          </li>
        ))}
      </ul>
      {kind === 'exchange' && more !== 0 && (
        <p className="mt-3 rounded-base bg-brass-tint px-3 py-2">
          {more > 0
            ? `元の商品より ${formatYenCell(more)} 高くなります。差額は請求されません。送ってよいか確かめて、理由に書いてください。`
            : `元の商品より ${formatYenCell(-more)} 安くなります。差額を返すときは、元の注文で返金してください。`}
        </p>
      )}
    </>
  )
}

/** The same SKU first, even if it is no longer sold. */
const insteadOf = (item: OrderDetail['items'][number], skus: ChangeOptions['skus']) => [
  { value: item.product_sku_id, label: `同じ商品(${item.product_code})` },
  ...skus.filter(({ id }) => id !== item.product_sku_id).map(choiceOf),
]
