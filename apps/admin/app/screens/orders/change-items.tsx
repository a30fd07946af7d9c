import type { ChangeOptions, OrderDetail } from '@kushi/contract/admin/order'
import { get, useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { NumberField, SelectField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/page.tsx'
import { sayNumber, sayYen } from '../../ui/time.tsx'
import type { Typed } from './typed.ts'

/** 商品 of an order: how many of each, which are taken out, what is added. */
export function ChangeItems({ order, skus }: { order: OrderDetail; skus: ChangeOptions['skus'] }) {
  const { formState } = useFormContext<Typed>()
  const { fields, append, remove } = useFieldArray<Typed>({ name: 'items' })
  const message = (get(formState.errors, 'items') as { message?: string } | undefined)?.message
  const sold = new Map(order.items.map((item) => [item.product_sku_id, item]))
  const choices = skus.map(({ id, name, product_code, price, stock }) => ({
    value: id,
    label: `${name}(${product_code})${sayYen(price)} 在庫${sayNumber(stock)}`,
  }))
  return (
    <Section
      title="商品"
      lead="すでに注文された商品は、そのときの価格のままです。追加する商品は、いまの価格になります。"
    >
      <ul className="grid gap-3">
        {fields.map((field, index) => {
          const item = sold.get(field.product_sku_id)
          return (
            <li key={field.id} className="flex flex-wrap items-end gap-x-4 border-line border-b pb-3">
              <div className="min-w-60 grow">
                {item ? (
                  <p className="pb-4">
                    {item.product_name} {item.choices}
                    <span className="block text-muted text-xs">
                      <span className="numeric">{item.product_code}</span>・{sayYen(item.price)}
                    </span>
                  </p>
                ) : (
                  <SelectField
                    name={`items.${index}.product_sku_id`}
                    label="追加する商品"
                    isNumber
                    empty="選択してください"
                    choices={choices}
                  />
                )}
              </div>
              <NumberField name={`items.${index}.quantity`} label="数量" unit="点" />
              <Button
                look="quiet"
                className="mb-4"
                aria-label={`${item ? `${item.product_name}を` : ''}外す`}
                onClick={() => remove(index)}
              >
                <Icon name="close" />
                外す
              </Button>
            </li>
          )
        })}
      </ul>
      {message && (
        <p role="alert" className="mt-2 text-danger text-xs">
          {message}
        </p>
      )}
      <Button className="mt-3" onClick={() => append({ product_sku_id: null as never, quantity: 1 })}>
        <Icon name="plus" className="size-3" />
        商品を追加する
      </Button>
    </Section>
  )
}
